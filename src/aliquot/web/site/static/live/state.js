// @ts-check
// The state of a match: pure functions from a state and an event to the next state. What the server has confirmed is
// separate from a move that is only assumed, so that the move can be undone.

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").MatchEvent} MatchEvent */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Turn} Turn */
/** @typedef {State & {assumedMove?: string, confirmed?: State}} PageState The state on the page: confirmed, or with an assumed move. */

const CHANGING = /** @type {const} */ (["ply", "view", "remaining", "running", "outcome", "offers"]);

/**
 * Returns a state as the server sent it.
 *
 * @param {State} state
 * @returns {PageState}
 */
export function begin(state) {
  return { ...state };
}

/**
 * Returns the confirmed state, without an assumed move.
 *
 * @param {PageState} state
 * @returns {State}
 */
export function confirmedState(state) {
  return state.confirmed ?? state;
}

/**
 * Returns the state after an event; the same state if the event is old, null if one before it is missing.
 *
 * @param {PageState} current
 * @param {MatchEvent} event
 * @returns {PageState | null}
 */
export function apply(current, event) {
  const confirmed = confirmedState(current);
  if (event.number <= confirmed.number) return current;
  if (event.number > confirmed.number + 1) return null;
  /** @type {State} */
  const state = { ...confirmed, number: event.number, turns: turnsAfter(confirmed.turns, event) };
  if (event.kind !== "hinted") {
    for (const name of CHANGING) Object.assign(state, { [name]: event[name] });
  } else if (event.remaining !== null) state.remaining = event.remaining;
  if (event.kind === "joined") {
    const [one, two] = confirmed.players;
    const joined = { name: event.name, taken: true };
    state.players = event.seat === 1 ? [{ ...one, ...joined }, two] : [one, { ...two, ...joined }];
  }
  if (event.kind === "continued") state.next = event.next;
  // A hint, a new player or an offer does not change the position: the assumed move stays.
  return current.assumedMove !== undefined && state.ply === confirmed.ply && event.kind !== "conceded"
    ? assumeMove(state, current.assumedMove)
    : state;
}

/**
 * @param {Turn[]} turns
 * @param {MatchEvent} event
 * @returns {Turn[]}
 */
function turnsAfter(turns, event) {
  if (event.kind === "moved") return [...turns, { seat: event.seat, move: event.move, leaves: event.leaves, numbers: event.numbers }];
  if (event.kind === "taken_back") return turns.slice(0, turns.length - event.turns);
  return turns;
}

/**
 * Returns the state after a move the server has not confirmed yet: a board on which nobody can choose.
 *
 * @param {PageState} current
 * @param {string} notation
 * @returns {PageState}
 */
export function assumeMove(current, notation) {
  const confirmed = confirmedState(current);
  const { view } = confirmed;
  const option = view.swap?.notation === notation ? view.swap : view.options.find((one) => one.notation === notation);
  if (option === undefined) return { ...confirmed };
  const seat = view.to_move;
  const swaps = option === view.swap;
  const after = swaps ? view : viewAfter(view, option);
  const numbers = (after.heaps ?? []).map((heap) => heap.text);
  return {
    ...confirmed,
    ply: confirmed.ply + 1,
    turns: [...confirmed.turns, { seat, move: notation, leaves: swaps ? "" : option.leaves, numbers }],
    view: {
      ...after,
      to_move: seat === 1 ? 2 : 1,
      options: [],
      count: 0,
      swap: null,
      no_move_reason: "",
    },
    assumedMove: notation,
    confirmed,
  };
}

/**
 * @param {View} view
 * @param {import("../types.js").Option} option
 * @returns {View}
 */
function viewAfter(view, option) {
  if (view.heaps !== undefined) {
    const place = view.heaps.findIndex((heap) => heap.options.some((one) => one.notation === option.notation));
    const heaps = view.heaps.map((heap, index) => {
      const quiet = { ...heap, options: [], count: 0 };
      return index === place && option.value_text !== null ? { ...quiet, text: option.value_text, factors: "" } : quiet;
    });
    return { ...view, heaps, summary: option.leaves };
  }
  if (view.texts !== undefined) {
    const pick = { number: Number(option.label), text: option.label, turn: (view.picks?.length ?? 0) + 1, seat: view.to_move };
    const picks = [...(view.picks ?? []), pick];
    return { ...view, picks, texts: { ...view.texts, current: option.label } };
  }
  return { ...view, summary: option.leaves === "" ? view.summary : option.leaves };
}
