// @ts-check
// How a game stands, and what becomes of that: pure functions from state to state. What the server has said is kept
// apart from what is only guessed, so that a guess can be taken back.

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Turn} Turn */
/** @typedef {State & {guessed?: string, settled?: State}} Shown What is shown: a state, or a guess over one. */

const CHANGING = /** @type {const} */ (["ply", "view", "remaining", "running", "outcome", "offers"]);

/**
 * A state as the server sent it.
 *
 * @param {State} state
 * @returns {Shown}
 */
export function begin(state) {
  return { ...state };
}

/**
 * What is known without any guess.
 *
 * @param {Shown} state
 * @returns {State}
 */
export function settle(state) {
  return state.settled ?? state;
}

/**
 * The state after an event; the same state if that is known already, and null if something between is missing.
 *
 * @param {Shown} shown
 * @param {GameEvent} event
 * @returns {Shown | null}
 */
export function apply(shown, event) {
  const known = settle(shown);
  if (event.number <= known.number) return shown;
  if (event.number > known.number + 1) return null;
  /** @type {State} */
  const state = { ...known, number: event.number, turns: turnsAfter(known.turns, event) };
  for (const name of CHANGING) {
    const told = event[name];
    if (told !== undefined) Object.assign(state, { [name]: told });
  }
  if (event.kind === "joined") {
    state.players = known.players.map((player) =>
      player.seat === event.seat ? { ...player, name: event.name ?? player.name, taken: true } : player,
    );
  }
  if (event.kind === "continued" && event.next !== undefined) state.next = event.next;
  // A hint, a greeting or a question changes no position: a guess about it still holds.
  return shown.guessed !== undefined && state.ply === known.ply && event.kind !== "conceded"
    ? guess(state, shown.guessed)
    : state;
}

/**
 * @param {Turn[]} turns
 * @param {GameEvent} event
 * @returns {Turn[]}
 */
function turnsAfter(turns, event) {
  if (event.kind === "moved") return [...turns, { seat: event.seat, move: event.move ?? "", leaves: event.leaves ?? "" }];
  if (event.kind === "taken_back") return turns.slice(0, turns.length - (event.turns ?? 0));
  return turns;
}

/**
 * A move as it will look when the server has agreed: the board after it, on which nobody can choose yet.
 *
 * @param {Shown} shown
 * @param {string} spelt
 * @returns {Shown}
 */
export function guess(shown, spelt) {
  const known = settle(shown);
  const { view } = known;
  const option = view.swap?.spelt === spelt ? view.swap : view.options.find((one) => one.spelt === spelt);
  if (option === undefined) return { ...known };
  const seat = view.to_move;
  const swaps = option === view.swap;
  return {
    ...known,
    ply: known.ply + 1,
    turns: [...known.turns, { seat, move: spelt, leaves: swaps ? "" : option.leaves }],
    view: {
      ...(swaps ? view : moved(view, option)),
      to_move: seat === 1 ? 2 : 1,
      options: [],
      count: 0,
      swap: null,
      stuck: "",
    },
    guessed: spelt,
    settled: known,
  };
}

/**
 * @param {View} view
 * @param {import("../types.js").Option} option
 * @returns {View}
 */
function moved(view, option) {
  if (view.heaps !== undefined) {
    const place = view.heaps.findIndex((heap) => heap.options.some((one) => one.spelt === option.spelt));
    const heaps = view.heaps.map((heap, index) => {
      const quiet = { ...heap, options: [], count: 0 };
      return index === place && option.becomes !== null ? { ...quiet, text: option.becomes, factors: "" } : quiet;
    });
    return { ...view, heaps, left: option.leaves };
  }
  if (view.texts !== undefined) {
    const taken = [...(view.taken ?? []), { text: option.label, turn: (view.taken?.length ?? 0) + 1, seat: view.to_move }];
    return { ...view, taken, texts: { ...view.texts, current: option.label } };
  }
  return { ...view, left: option.leaves === "" ? view.left : option.leaves };
}
