// @ts-check
// A chain on its numbers: the place of each number in the chain, its two ends, and what can be added where.
import { sentence } from "../sentences.js";
import { h } from "../components/dom.js";
import { aloud, control, label } from "./control.js";
import { drawDots, grouped, primesOf, productText } from "./figures.js";
import { drawGrid, pickText, relationText } from "./pool.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */
/** @typedef {import("../page-types.js").ChainOption} ChainOption */

/**
 * @param {BoardState} state
 * @returns {HTMLElement}
 */
export function drawChain(state) {
  const { picks = [], texts } = state.view;
  const options = new Map(state.view.options.map((option) => [option.label, /** @type {ChainOption} */ (option)]));
  const places = new Map(picks.map(({ text, turn }) => [text, turn]));
  // Where many numbers share a small screen, their digits take the room of dots and places.
  const dense = Number(texts?.high ?? 0) > 60 ? " dense" : "";
  return drawGrid(state, `pool chained${dense}`, (text) => {
    const place = places.get(text);
    const isEnd = place === 1 || place === picks.length;
    return place === undefined ? drawFree(state, text, options.get(text)) : drawMember(state, text, place, text === texts?.current, isEnd);
  });
}

/**
 * @param {BoardState} state
 * @param {string} text
 * @param {number} place Its place in the chain, from 1.
 * @param {boolean} isActive Whether the next number is added to it.
 * @param {boolean} isEnd
 */
function drawMember(state, text, place, isActive, isEnd) {
  const status = sentence("inChain", { place });
  const name = label(text, status, isActive ? sentence("activeEnd") : isEnd ? sentence("otherEnd") : "");
  const kind = `number taken one${isActive ? " current" : isEnd ? " end" : ""}`;
  return control(
    state,
    { key: `cell ${text}`, notation: null, name, kind },
    h("span", { class: "digits" }, grouped(text)),
    h("span", { class: "note", "aria-hidden": "true" }, String(place)),
  );
}

/**
 * @param {BoardState} state
 * @param {string} text
 * @param {ChainOption | undefined} option
 */
function drawFree(state, text, option) {
  const primes = primesOf(text);
  const relation = option?.relation ?? "";
  const related = relationText(relation, option?.of ?? null);
  const where = option?.end ? sentence(option.end === "left" ? "onTheLeft" : "onTheRight") : "";
  const name = label(text, option && aloud(option.factors), related, where, sentence(option === undefined ? "freeNotLegal" : "free"));
  const says = option === undefined ? "" : pickText(text, [related, where], primes.length > 1 ? productText(primes) : "");
  const open = option === undefined ? "" : ` open ${relation || "any"}${option.far ? " far" : ""}`;
  return control(
    state,
    { key: `cell ${text}`, notation: option?.notation ?? null, name, says, kind: `number${open}` },
    h("span", { class: "digits" }, grouped(text)),
    drawDots(primes),
  );
}
