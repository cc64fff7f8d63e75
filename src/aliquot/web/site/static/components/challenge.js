// @ts-check
// Sending a finished game on: a result by the device's share sheet, and a challenge that starts the same position.
import { sentence } from "../sentences.js";
import { copy } from "./copy.js";
import { network } from "./network.js";
import { ownSeat } from "./result.js";

/** @typedef {import("../types.js").State} State */

/**
 * Returns what to send: after a win a challenge to win from the same start, otherwise the link of the match, or of its
 * start where nobody else can open the match.
 *
 * @param {State} state
 * @param {string} link The address of the match.
 * @returns {{text: string, url: string}}
 */
export function message(state, link) {
  const seat = ownSeat(state);
  const game = state.game.title;
  const hasWon = seat !== null && state.outcome?.winner === seat;
  if (!hasWon && !network.isAlone) return { text: sentence("lookAt", { game }), url: link };
  const count = state.turns.filter((turn) => turn.seat === seat).length;
  const level = state.players.find((player) => player.kind !== "human")?.kind ?? "";
  const first = seat === 2 ? "they" : "you";
  const query = new URLSearchParams({ game: state.game.id, ...(hasWon ? { moves: String(count) } : {}), first, ...(level === "" ? {} : { level }) });
  const text = hasWon ? sentence(count === 1 ? "challengeInOne" : "challenge", { game, count }) : sentence("lookAt", { game });
  return { text, url: `${new URL(link).origin}${network.base}/challenge?${query}` };
}

/**
 * Opens the share sheet of the device; where there is none, copies the text and the link.
 *
 * @param {{text: string, url: string}} what
 * @param {HTMLElement} button
 */
export async function send({ text, url }, button) {
  if ("share" in navigator) {
    try {
      await navigator.share({ text, url });
      return;
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === "AbortError") return;
    }
  }
  await copy(`${text} ${url}`, button);
}
