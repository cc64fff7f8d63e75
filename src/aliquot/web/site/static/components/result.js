// @ts-check
// The result of a match as the person here reads it: "You win!", or the players by name for everybody else.
import { sentence } from "../sentences.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Outcome} Outcome */

const ENDINGS = /** @type {const} */ (["illegal_move", "resigned", "out_of_time", "abandoned"]);

/** Returns the one seat of the person here; null for watchers and for two people on one device. @param {State} state */
export function ownSeat(state) {
  return state.mode !== "device" && state.you.length === 1 ? (state.you[0] ?? null) : null;
}

/** Returns whether a player is called as the server calls those who have given no name. @param {string} name */
export const isNameless = (name) => name === "" || [1, 2].some((seat) => name === sentence("player", { seat }));

/**
 * Returns what a player is called in sentences: a friend who has given no name is called that, since a number says
 * nothing, and after a rematch it is not even that of the seat.
 *
 * @param {State} state
 * @param {number} seat
 */
export function nameOf(state, seat) {
  const player = state.players[seat - 1];
  if (player === undefined) return sentence("player", { seat });
  const own = ownSeat(state);
  return player.taken && state.mode === "link" && own !== null && own !== seat && isNameless(player.name) ? sentence("friendName") : player.name;
}

/** Returns a player's name on the board: "You" for the person here, unless they gave a name to someone else. @param {State} state @param {number} seat */
export function shownName(state, seat) {
  const isYou = ownSeat(state) === seat && (state.mode === "computer" || isNameless(state.players[seat - 1]?.name ?? ""));
  return isYou ? sentence("youName") : nameOf(state, seat);
}

/**
 * Returns the result in a sentence or two; nothing while the match goes on.
 *
 * @param {State} state
 * @returns {string}
 */
export function resultText(state) {
  const { outcome } = state;
  if (outcome === null) return "";
  const seat = ownSeat(state);
  if (seat === null) return outcome.text;
  return `${sentence(outcome.winner === seat ? "youWin" : "youLose")} ${cause(state, outcome, seat)}`;
}

/**
 * @param {State} state
 * @param {Outcome} outcome
 * @param {number} seat
 */
function cause(state, outcome, seat) {
  const loser = outcome.winner === 1 ? 2 : 1;
  const ending = ENDINGS.find((one) => one === outcome.ending);
  if (ending !== undefined) {
    const values = { reason: outcome.reason, name: nameOf(state, loser) };
    return sentence(loser === seat ? `${ending}ByYou` : ending, values);
  }
  // Who cannot move is to move; where the last move loses, that is the winner.
  const stuck = state.view.to_move;
  const key = stuck === outcome.winner ? "stuckMisere" : "stuck";
  return sentence(stuck === seat ? `${key}ByYou` : key, { reason: outcome.reason, name: nameOf(state, stuck) });
}

/**
 * Returns the title of the tab: it says when it is your move, so that one can look elsewhere meanwhile.
 *
 * @param {State} state
 * @param {boolean} isYours Whether the person here is to move.
 */
export function tabTitle(state, isYours) {
  const game = `${state.game.title} · Aliquot`;
  const seat = ownSeat(state);
  if (state.outcome !== null && seat !== null) return `${sentence(state.outcome.winner === seat ? "youWin" : "youLose").replace(/\.$/, "")} · ${game}`;
  return isYours && seat !== null ? `● ${sentence("yourMoveTitle")} · ${game}` : game;
}
