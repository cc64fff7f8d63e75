// @ts-check
// The panels around the board: pure functions from a state to elements and sentences.
import { remainingTime, formatTime } from "./clock.js";
import { sentence } from "../sentences.js";
import { h } from "./dom.js";
import { nameOf, ownSeat, resultText, shownName } from "./result.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Turn} Turn */

export const SIGNS = ["", "●", "○"];

/** @param {State} state */
export const isReady = (state) => state.players.every((player) => player.taken);

/** @param {State} state */
export const seatsOf = (state) => state.you ?? [];

/** Returns whether the player here is to move. @param {State} state */
export const isYourTurn = (state) =>
  state.outcome === null && isReady(state) && seatsOf(state).includes(state.view.to_move);

/**
 * Draws the line above the board: the players, their clocks, whose turn it is.
 *
 * @param {State} state
 * @param {number} age Milliseconds since the state came.
 * @param {number[]} [away] The seats of the players who have no connection.
 */
export function drawPlayers(state, age, away = []) {
  return h("div", {}, state.players.map((player) => drawPlayer(state, player, age, away.includes(player.seat))));
}

/**
 * Draws the goal in one line: the game, what to do in it, and where its rules are.
 *
 * @param {State} state
 */
export function drawGoal({ game, series }) {
  return h(
    "p",
    {},
    h("b", {}, `${game.title}.`),
    ` ${game.goal} `,
    game.penalty === "forfeit" && `${sentence("forfeits")} `,
    series !== null && h("span", { class: "series" }, `${sentence("series", { number: series.number, bestOf: series.best_of, score: series.score.join("\u00a0:\u00a0") })} `),
    h("a", { href: `/rules/${encodeURIComponent(game.slug)}` }, sentence("rules")),
  );
}

/**
 * @param {State} state
 * @param {Player} player
 * @param {number} age
 * @param {boolean} isAway
 */
function drawPlayer(state, player, age, isAway) {
  const { seat } = player;
  const turns = state.outcome === null && state.view.to_move === seat && isReady(state);
  const won = state.outcome?.winner === seat;
  const left = remainingTime(state, seat, age);
  const yours = seatsOf(state).includes(seat) && state.mode !== "device";
  return h(
    "span",
    { class: `player ${seat === 1 ? "one" : "two"}${turns ? " turn" : ""}${won ? " won" : ""}`, "data-key": `seat ${seat}` },
    h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[seat] ?? ""),
    h("span", { class: "who" }, drawName(state, player), ...(isAway && state.outcome === null ? [" ", h("span", { class: "away" }, sentence("away"))] : [])),
    yours && state.mode === "link" && h("span", { class: "you" }, sentence("you")),
    turns && h("span", { class: "unseen" }, sentence("isToMove")),
    won && h("span", { class: "cup" }, sentence("won")),
    left !== null && h("span", { class: `clock${left < 10_000 && state.running === seat ? " short" : ""}`, role: "timer" }, formatTime(left)),
  );
}

/**
 * Draws what the line above the board calls a player: you, a computer with its strength, or a name.
 *
 * @param {State} state
 * @param {Player} player
 */
function drawName(state, player) {
  if (!player.taken) return sentence("freeSeat");
  if (player.kind !== "human") return [sentence("computerName"), h("span", { class: "level" }, sentence("computerLevel", { level: player.kind }))];
  return shownName(state, player.seat);
}

/**
 * Returns the sentence that says what is to be done now.
 *
 * @param {State & {assumedMove?: string}} state
 */
export function question(state) {
  const { view } = state;
  if (state.outcome !== null) return resultText(state);
  if (!isReady(state)) {
    return sentence(seatsOf(state).length > 0 ? "waitingForPlayer" : "seatFree");
  }
  const name = nameOf(state, view.to_move);
  if (state.assumedMove !== undefined) return sentence("sending", { move: state.assumedMove });
  if (isYourTurn(state)) return sentence(state.mode === "device" ? "moveOf" : "yourMove", { name, task: view.prompt });
  const kind = state.players[view.to_move - 1]?.kind ?? "human";
  return sentence(kind === "human" ? "toMove" : "thinking", { name });
}

/**
 * Returns the sentence that announces a move.
 *
 * @param {State} state
 * @param {Turn} turn
 * @param {string} [objection]
 */
export function turnText(state, turn, objection = "") {
  const yours = seatsOf(state).includes(turn.seat) && state.mode !== "device";
  const values = { name: nameOf(state, turn.seat), move: turn.move, leaves: turn.leaves, objection };
  if (turn.move === "swap") return sentence(yours ? "swappedByYou" : "swapped", values);
  if (objection !== "") return sentence(yours ? "illegalByYou" : "illegal", values);
  if (turn.leaves !== "") return sentence(yours ? "playedByYouLeaves" : "playedLeaves", values);
  return sentence(yours ? "playedByYou" : "played", values);
}

/**
 * Draws the moves so far.
 *
 * @param {State} state
 */
export function drawMoves(state) {
  const names = state.players.map(({ seat }) => shownName(state, seat));
  return h(
    "ol",
    { class: "turns", "aria-label": sentence("moves") },
    state.turns.map((turn, place) =>
      h(
        "li",
        { class: turn.seat === 1 ? "one" : "two", "data-key": `turn ${place}` },
        h("span", { class: "count" }, `${place + 1}.`),
        h("span", { class: "sign", title: names[turn.seat - 1] ?? "" }, SIGNS[turn.seat] ?? ""),
        h("span", { class: "unseen" }, names[turn.seat - 1] ?? ""),
        h("span", { class: "move" }, turn.move),
        turn.leaves !== "" && h("span", { class: "leaves" }, `→ ${turn.leaves}`),
      ),
    ),
    state.turns.length === 0 && h("li", { class: "none" }, sentence("noMoves")),
  );
}

/**
 * Draws a button.
 *
 * @param {string} action
 * @param {string} label
 * @param {{off?: boolean, pressed?: boolean | null, strong?: boolean}} [how]
 */
export function button(action, label, { off = false, pressed = null, strong = false } = {}) {
  return h(
    "button",
    {
      type: "button",
      "data-action": action,
      "data-key": action,
      class: strong ? "strong" : "plain",
      disabled: off,
      "aria-pressed": pressed === null ? null : String(pressed),
    },
    label,
  );
}

/**
 * Draws the actions below the legal moves.
 *
 * @param {State & {assumedMove?: string}} state
 * @param {{studies: boolean, reveals: boolean, drawer: boolean}} how
 */
export function drawActions(state, { studies, reveals, drawer }) {
  const plays = seatsOf(state).length > 0;
  const moves = button("moves", sentence("moves"), { pressed: drawer });
  if (state.outcome !== null) {
    const again = state.next !== null ? h("a", { class: "button strong", href: `/g/${encodeURIComponent(state.next)}` }, sentence("nextGameLink")) : null;
    const asker = state.offers["again"];
    const mine = asker !== undefined && seatsOf(state).includes(asker);
    if (state.classroom) return h("div", {}, button("study", sentence("study"), { pressed: studies }), moves);
    return h(
      "div",
      {},
      // An offer of the other player is answered where it is made.
      again ?? (plays && (mine || asker === undefined) ? button("again", sentence(mine ? "againOffered" : "again"), { off: mine, strong: true }) : null),
      h("a", { class: "button", href: `/g/${encodeURIComponent(state.match)}/review` }, sentence(ownSeat(state) === null || state.outcome.winner === ownSeat(state) ? "whyWon" : "whyLost")),
      button("copy", sentence("copyLink")),
      state.view.options.length > 0 && button("study", sentence("study"), { pressed: studies }),
      moves,
    );
  }
  const turn = isYourTurn(state) && state.assumedMove === undefined;
  return h(
    "div",
    {},
    plays && state.choices === "asked" && button("reveal", sentence("choices"), { pressed: reveals, off: !turn }),
    plays && state.hints && button("hint", sentence("hint"), { off: !turn }),
    plays && state.hints && button("study", sentence("study"), { pressed: studies, off: !isReady(state) }),
    plays && button("take_back", sentence("takeBack"), { off: state.turns.length === 0 || state.offers["take_back"] !== undefined }),
    !isReady(state) && state.mode === "link" && button("share", sentence("share"), { strong: plays }),
    moves,
  );
}

/**
 * Draws the actions that are needed once in a game, above the list of moves.
 *
 * @param {State} state
 */
export function drawExtra(state) {
  const plays = seatsOf(state).length > 0;
  const over = state.outcome !== null;
  return h(
    "div",
    {},
    plays && !over && button("resign", sentence("resign"), { off: !isReady(state) }),
    state.mode === "link" && !state.classroom && !over && isReady(state) && button("share", sentence("share")),
  );
}
