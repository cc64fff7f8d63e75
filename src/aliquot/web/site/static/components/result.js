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
    const values = { reason: outcome.reason, name: state.players[loser - 1]?.name ?? "" };
    return sentence(loser === seat ? `${ending}ByYou` : ending, values);
  }
  // Who cannot move is to move; where the last move loses, that is the winner.
  const stuck = state.view.to_move;
  const key = stuck === outcome.winner ? "stuckMisere" : "stuck";
  return sentence(stuck === seat ? `${key}ByYou` : key, { reason: outcome.reason, name: state.players[stuck - 1]?.name ?? "" });
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
