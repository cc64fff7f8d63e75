// @ts-check
// Slips: a tap on a number that cannot be played is answered at once, and costs nothing.
import { sentence } from "../sentences.js";

/** @typedef {import("../types.js").View} View */

/**
 * Returns why a number on the board cannot be chosen; nothing where it can, or where it is no number of the board.
 *
 * @param {View} view
 * @param {Element | null} target What was tapped.
 * @returns {string}
 */
export function slipText(view, target) {
  const item = target?.closest("[data-item], [data-key^='node ']");
  if (!(item instanceof Element) || item.hasAttribute("data-notation")) return "";
  const number = /^(?:cell|node) (\d+)$/.exec(item.getAttribute("data-key") ?? "")?.[1];
  if (number === undefined) return "";
  if (view.texts === undefined) return numbersText(view, number, item);
  if (view.picks?.some((pick) => pick.text === number)) return sentence("alreadyTaken", { number });
  const last = view.texts.current;
  return last === null ? sentence("firstPick", { number }) : sentence("neither", { number, last });
}

/**
 * @param {View} view
 * @param {string} number
 * @param {Element} item
 */
function numbersText(view, number, item) {
  const place = Number(/^lattice (\d+)$/.exec(item.closest("[data-grid]")?.getAttribute("data-grid") ?? "")?.[1] ?? 0);
  const heap = view.heaps?.[place];
  if (heap === undefined) return "";
  const current = heap.text;
  if (heap.count === 0) return sentence("noMoveOn", { current });
  if (BigInt(current) % BigInt(number) !== 0n) return sentence("noDivisorOf", { number, current });
  return number === "1" || number === current ? sentence("betweenOf", { current }) : "";
}

/**
 * Returns whether a typed choice is known to be illegal: every legal move is listed, and it is none of them.
 *
 * @param {View} view
 * @param {string} text
 */
export function isSlip(view, text) {
  if (view.options.length < view.count || view.swap?.notation === text) return false;
  return !view.options.some((option) => option.notation === text || option.label === text);
}
