// @ts-check
// Every sentence and label of the live page, for translators: whole sentences with {placeholders}.

export const SENTENCES = {
  // Connection
  connectionLost: "The connection is lost. Connecting again…",
  connected: "Connected again.",
  matchGone: "This game no longer exists.",
  unreachable: "The server cannot be reached. Try again in a moment.",
  noAnswer: "The server cannot answer right now.",

  // Turns
  yourMove: "Your move: {task}.",
  moveOf: "{name}: {task}.",
  toMove: "{name} is to move.",
  thinking: "{name} is thinking…",
  sending: "{move}…",
  waitingForPlayer: "The game starts when someone takes the other seat.",
  seatFree: "One seat is still free.",
  notYourTurn: "It is not your turn.",
  confirmMove: "Play {move}?",
  stale: "The game has gone on in the meantime.",
  nextGame: "The next game.",
  playedByYou: "You played {move}.",
  playedByYouLeaves: "You played {move}, which leaves {leaves}.",
  played: "{name} played {move}.",
  playedLeaves: "{name} played {move}, which leaves {leaves}.",
  illegalByYou: "You chose {move}. {objection}",
  illegal: "{name} chose {move}. {objection}",
  swappedByYou: "You swapped.",
  swapped: "{name} swapped.",
  noMoves: "No move yet.",

  // Events
  joined: "{name} has taken a seat.",
  joinedByYou: "You have taken a seat.",
  takenBack: "Moves were taken back.",
  declined: "{name} declined.",
  hinted: "{name} took a hint.",
  offerTakeBack: "{name} asks to take a move back.",
  offerTakeBackByYou: "You asked to take a move back.",
  offerAgain: "{name} asks for another game.",
  offerAgainByYou: "You asked for another game.",
  confirmResign: "Resign this game?",

  // Labels
  agree: "Agree",
  decline: "Decline",
  resign: "Resign",
  playOn: "Keep playing",
  takeSeat: "Take the seat",
  yourName: "Your name",
  again: "Again",
  againOffered: "Offered…",
  nextGameLink: "Next game",
  review: "Review",
  study: "Study",
  copyLink: "Copy link",
  moves: "Moves",
  choices: "Legal moves",
  hint: "Hint",
  takeBack: "Take back",
  share: "Share",
  play: "Play",
  you: "you",
  won: "won",
  isToMove: ", to move",
  freeSeat: "a free seat",
  player: "Player {seat}",
  series: "game {number} of {bestOf}, {score}",
  actions: "Actions",
  panel: "Moves and settings",
  command: "Type a move or a command",
  commandHint: "A move, or a command",
  confirmEachMove: "Ask before each move",
  help: "Type a move, such as 60/2 or 15, or: hint, study, take back, resign, moves, again, share.",

  // Sharing
  playFriend: "Play a friend",
  shareGame: "Share this game",
  shareWaiting: "The first person to open this link plays you. Everyone else can watch.",
  shareOpen: "Anyone with this link can watch, or take a free seat.",
  shareLink: "Link to this game",
  shareQr: "The link as a QR code",
  shareOther: "Share…",
  otherDevice: "Continue on another device",
  privateLink: "This link opens your own seat. Keep it to yourself: anyone who has it can play for you.",
  copyPrivate: "Copy my private link",
  copy: "Copy",
  close: "Close",
  copied: "Copied.",
  notCopied: "This browser cannot copy. Select the text and copy it yourself.",
};

/**
 * Returns a sentence with its placeholders filled in.
 *
 * @param {keyof typeof SENTENCES} key
 * @param {Record<string, string | number>} [values]
 */
export function sentence(key, values = {}) {
  return SENTENCES[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
