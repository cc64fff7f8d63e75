// @ts-check
// What stands around the board: pure functions from a state to elements and sentences.
import { remainingTime, formatTime } from "./clock.js";
import { h } from "./dom.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").Turn} Turn */

export const SIGNS = ["", "●", "○"];

/** @param {State} state @param {number} seat */
export const nameOf = (state, seat) => state.players[seat - 1]?.name ?? `Player ${seat}`;

/** @param {State} state */
export const isReady = (state) => state.players.every((player) => player.taken);

/** @param {State} state */
export const seatsOf = (state) => state.you ?? [];

/** Whether it is for whoever looks to choose. @param {State} state */
export const isYourTurn = (state) =>
  state.outcome === null && isReady(state) && seatsOf(state).includes(state.view.to_move);

/**
 * The line above the board: who plays, their clocks, whose turn it is.
 *
 * @param {State} state
 * @param {number} age Milliseconds since the server told it.
 */
export function drawPlayers(state, age) {
  const { series } = state;
  return h(
    "div",
    {},
    state.players.map((player) => drawPlayer(state, player, age)),
    h(
      "span",
      { class: "title", "data-key": "title" },
      state.game.title,
      series !== null && h("span", { class: "series" }, ` game ${series.number} of ${series.best_of}, ${series.score.join(" : ")}`),
    ),
  );
}

/**
 * @param {State} state
 * @param {Player} player
 * @param {number} age
 */
function drawPlayer(state, player, age) {
  const { seat } = player;
  const turns = state.outcome === null && state.view.to_move === seat && isReady(state);
  const won = state.outcome?.winner === seat;
  const left = remainingTime(state, seat, age);
  const yours = seatsOf(state).includes(seat) && state.mode !== "device";
  return h(
    "span",
    { class: `player ${seat === 1 ? "one" : "two"}${turns ? " turn" : ""}${won ? " won" : ""}`, "data-key": `seat ${seat}` },
    h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[seat] ?? ""),
    h("span", { class: "who" }, player.taken ? player.name : "a free seat"),
    yours && h("span", { class: "you" }, "you"),
    turns && h("span", { class: "unseen" }, ", to move"),
    won && h("span", { class: "cup" }, "won"),
    left !== null && h("span", { class: `clock${left < 10_000 && state.running === seat ? " short" : ""}`, role: "timer" }, formatTime(left)),
  );
}

/**
 * What is asked now, in one sentence.
 *
 * @param {State & {guessed?: string}} state
 */
export function question(state) {
  const { view } = state;
  if (state.outcome !== null) return state.outcome.text;
  if (!isReady(state)) {
    return seatsOf(state).length > 0 ? "The game begins when somebody takes the other seat." : "One seat is still free.";
  }
  const who = nameOf(state, view.to_move);
  if (state.guessed !== undefined) return `${state.guessed} …`;
  if (isYourTurn(state)) return state.mode === "device" ? `${who}: ${view.asks}.` : `Your move: ${view.asks}.`;
  const kind = state.players[view.to_move - 1]?.kind ?? "human";
  return kind === "human" ? `${who} is to move.` : `${who} is thinking …`;
}

/**
 * What has just been played, as it is announced.
 *
 * @param {State} state
 * @param {Turn} turn
 * @param {string} [objection]
 */
export function turnText(state, turn, objection = "") {
  const yours = seatsOf(state).includes(turn.seat) && state.mode !== "device";
  const who = yours ? "You" : nameOf(state, turn.seat);
  if (turn.move === "swap") return `${who} swapped.`;
  const leaves = turn.leaves === "" ? "" : `, which leaves ${turn.leaves}`;
  return objection === "" ? `${who} played ${turn.move}${leaves}.` : `${who} chose ${turn.move}. ${objection}`;
}

/**
 * The moves so far.
 *
 * @param {State} state
 */
export function drawMoves(state) {
  return h(
    "ol",
    { class: "turns", "aria-label": "Moves" },
    state.turns.map((turn, place) =>
      h(
        "li",
        { class: turn.seat === 1 ? "one" : "two", "data-key": `turn ${place}` },
        h("span", { class: "count" }, `${place + 1}.`),
        h("span", { class: "sign", title: nameOf(state, turn.seat) }, SIGNS[turn.seat] ?? ""),
        h("span", { class: "unseen" }, nameOf(state, turn.seat)),
        h("span", { class: "move" }, turn.move),
        turn.leaves !== "" && h("span", { class: "leaves" }, `→ ${turn.leaves}`),
      ),
    ),
    state.turns.length === 0 && h("li", { class: "none" }, "No move yet."),
  );
}

/**
 * One thing one can do.
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
 * The bar of everything one can do now.
 *
 * @param {State & {guessed?: string}} state
 * @param {{studies: boolean, reveals: boolean, drawer: boolean}} how
 */
export function drawBar(state, { studies, reveals, drawer }) {
  const plays = seatsOf(state).length > 0;
  const over = state.outcome !== null;
  if (over) {
    const again = state.next !== null ? h("a", { class: "button strong", href: `/g/${encodeURIComponent(state.next)}` }, "The next game") : null;
    const asked = state.offers["again"];
    const mine = asked !== undefined && seatsOf(state).includes(/** @type {1 | 2} */ (asked));
    return h(
      "div",
      {},
      again ?? (plays ? button("again", mine ? "Asked …" : "Again", { off: mine, strong: true }) : null),
      h("a", { class: "button", href: `/g/${encodeURIComponent(state.match)}/review` }, "Review"),
      button("study", "Study", { pressed: studies }),
      button("copy", "Copy link"),
      button("moves", "Moves", { pressed: drawer }),
    );
  }
  const turn = isYourTurn(state) && state.guessed === undefined;
  return h(
    "div",
    {},
    plays && state.choices === "asked" && button("reveal", "Choices", { pressed: reveals, off: !turn }),
    plays && state.hints && button("hint", "Hint", { off: !turn }),
    plays && state.hints && button("study", "Study", { pressed: studies, off: !isReady(state) }),
    plays && button("take_back", "Take back", { off: state.turns.length === 0 || state.offers["take_back"] !== undefined }),
    plays && button("resign", "Resign", { off: !isReady(state) }),
    state.mode === "link" && button("share", "Share"),
    button("moves", "Moves", { pressed: drawer }),
  );
}
