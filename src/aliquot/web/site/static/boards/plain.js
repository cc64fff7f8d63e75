// @ts-check
// The board of any other game: the position in words. Its moves are the chips.
import { h } from "../components/dom.js";

/**
 * @param {import("../page-types.js").BoardState} state
 * @returns {HTMLElement}
 */
export function drawPlain({ view }) {
  return h("div", { class: "plain", "data-key": "plain" }, h("p", { class: "summary", "data-key": "summary" }, view.summary));
}
