// @ts-check
// Every sentence and label of the pages of a class, for translators: whole sentences with {placeholders}.
import { fillSentence } from "../components/page-data.js";

export const CLASS_SENTENCES = {
  // Joining
  joinAgain: "Join again",
  useHere: "Use it here",
  lost: "The connection is lost. Connecting again…",
  gone: "This class no longer exists.",
  elsewhere: "This class is open in another tab or on another device. Continue there, or press Use it here.",
  removed: "Your teacher has removed you from this class. You can join again unless it is locked.",
  over: "The class has ended. Thank you for playing!",
  overTeacher: "The class has ended. Its results stay for {hours} hours.",
  results: "See the results",
  notTeacher: "Only the teacher can open this page. On another device, open the teacher's private link.",

  // Pupils
  youAre: "You are {name}.",
  ownCode: "Your own code: {code}. With it you can come back on another device.",
  waiting: "Wait for your teacher to start.",
  eyes: "Eyes to the front.",
  eyesHint: "Your teacher has paused the class.",
  choose: "Choose a move.",
  playedOn: "The class played {move}, the computer {answer}.",
  chosen: "You chose {move}. You can change it until the answers are shown.",
  answersIn: "The answers are in.",
  youChose: "You chose {move}.",
  youChoseNothing: "You did not choose a move.",
  noGame: "You play in the next round.",
  beforeRounds: "Your teacher is making the pairs.",
  gameAgainst: "Round {round}, against {name}.",
  roundNumber: "Round {round}.",
  roundOver: "Your game is over. Wait for the next round.",
  score: "Won {won} of {played}.",
  exercise: "Exercise {number} of {total}",
  wonButton: "Won",
  lostButton: "Lost",
  next: "Next",
  worksheetDone: "You have solved all {total} exercises.",
  first: "{count} of them at the first try.",

  numbers: "The numbers",
  yourChain: "Your chain",
  or: "or",
  chainTitle: "The longest chain of 1–{high}.",
  chainGoal: "Tap numbers: each divides the number beside it or is divided by it. The chain grows at both ends.",
  chainLength: "{count} numbers.",
  chainLengthOne: "1 number.",
  chainBest: "Your best: {count}.",
  chainPartner: "You and {name} write this chain together.",
  chainStuck: "Neither end can grow: undo, or start again.",
  chainUsed: "{number} is in your chain already.",
  chainNeither: "{number} is neither a divisor nor a multiple of {ends}.",
  ceiling: "The longest chain of 1–{high} has {ceiling} numbers.",
  ceilingShort: "The longest possible: {ceiling}.",
  ceilingProved: "It is proved that none is longer. Here is one:",
  undo: "Undo",
  again: "Start again",

  // Teachers
  pupilsHere: "{here} of {count} here",
  nobody: "Nobody has joined yet.",
  lock: "Lock",
  unlock: "Unlock",
  pause: "Eyes to the front",
  resume: "Go on",
  end: "End class",
  endSure: "End this class for everybody? The results stay for {hours} hours.",
  remove: "Remove",
  removeSure: "Remove {name}?",
  removeAway: "Remove those who are not here",
  noteName: "Real name of {name}, kept in this browser only",
  nameHint: "real name",
  show: "Show",
  unshow: "Stop showing",
  stop: "End activity",
  start: "Start",
  stuckFor: "no move for {minutes} min",
  absent: "{name} is not here",
  statusStuck: "stuck",
  statusAway: "not here",
  statusDone: "done",
  statusWorking: "working",
  statusIdle: "waiting",
  won: "{name} won",
  moves: "{count} moves",
  toMove: "{name} to move",
  answered: "{count} of {total} have answered",
  revealBars: "Show the answers",
  revealVerdicts: "Show which win",
  revealReasons: "Show why",
  chooseReason: "The projector has no room for all reasons. Press an answer to show its reason first.",
  showReason: "{move}: show its reason on the projector",
  playOn: "Play on with {move}",
  stepBack: "Step back",
  round: "Round {round}: {finished} of {games} games finished",
  noRound: "Pair the pupils who are here for the first round.",
  pairRandom: "Random",
  pairStrength: "By results",
  pairWinners: "Winners meet",
  pairFill: "Pair the rest",
  nextRound: "Next round:",
  nextRoundSure: "Not all games are finished. Start the next round anyway?",
  revealCeiling: "Show the longest possible",
  chainProgress: "Best so far: {count}",
  raceNow: "Make the longest chain you can.",
  bestSoFar: "is the best so far",
  bestOf: "of {ceiling}",
  lengths: "Longest chains",
  worksheetProgress: "{solved} of {total} exercises solved",
  youWin: "✓ wins",
  youLose: "✗ loses",

  // Projector
  haveAnswered: "of {count} have answered",
  gamesFinished: "of {games} games finished",
  playsOn: "{names}. {name} is to move.",
  join: "Open this address and type the code, or scan the QR code.",
  roundEnds: "Round {round} is over.",
  joined: "{count} joined",
  oneJoined: "1 joined",
  lockedNow: "The class is locked.",
  pickTogether: "Everyone: choose a move on your own device.",
  playNow: "Round {round}. Play!",
  soon: "Your teacher is making the pairs.",
  ofExercises: "of {total} exercises solved",
  workNow: "Work on the exercises on your own device.",
  standings: "Games won",

  // Results
  deleteSure: "Delete this class with all its games and results now? This cannot be undone.",
  missed: "{missed} of {asked} missed it.",
  allAsked: "{asked} pupils chose a move.",
};

/**
 * Returns a sentence of the class.
 *
 * @param {keyof typeof CLASS_SENTENCES} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  return fillSentence(CLASS_SENTENCES[key], values);
}

/** Returns a code as it is read out: in two halves. @param {string} code */
export const spaced = (code) => (code.length === 6 ? `${code.slice(0, 3)} ${code.slice(3)}` : code);
