// @ts-check
// What the server has written into a page for its script.
import { network } from "./network.js";

/** @returns {any} The facts, or null where there are none. */
export function pageData() {
  const written = document.getElementById("data")?.textContent;
  return written ? JSON.parse(written) : null;
}

/** @param {string[]} notation @param {Set<string>} winning @returns {Map<string, "W" | "L">} Whether each move wins. */
export function winLossMarks(notation, winning) {
  return new Map(notation.map((move) => [move, winning.has(move) ? "W" : "L"]));
}

/** Fill the placeholders of a sentence. @param {string} sentence @param {Record<string, string | number>} values */
export function fillSentence(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * Returns the address of a match for other people. The server gives it: `localhost` would lead them to their own machine.
 *
 * @param {string} match Its id.
 * @returns {string}
 */
export function matchLink(match) {
  const own = document.querySelector('link[rel="canonical"]');
  const base = own instanceof HTMLLinkElement ? own.href : location.href;
  return new URL(`${network.base}/g/${encodeURIComponent(match)}`, base).href;
}
