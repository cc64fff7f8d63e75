// @ts-check
// The pool: every number in its place, what can be picked lit, what is taken struck out with whose it was.
import { h, svg } from "../components/dom.js";
import { aloud, control, markOf } from "./control.js";

/** @typedef {import("../page-types.js").Scene} Scene */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Pick} Taken */

const SIGNS = ["", "●", "○"];
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * What two partners have in common, counted from 0: a letter, then two.
 *
 * @param {number} place
 * @returns {string}
 */
export function pairLetter(place) {
  const last = LETTERS[place % LETTERS.length] ?? "";
  return place < LETTERS.length ? last : pairLetter(Math.floor(place / LETTERS.length) - 1) + last;
}

/**
 * How many columns there are in so much room.
 *
 * @param {number} width In pixels.
 * @param {string} high The largest number.
 */
export function columnsIn(width, high) {
  const cell = Math.max(44, 11 * high.length + 14);
  return Math.max(1, Math.min(10, Math.floor((width + 4) / (cell + 4))));
}

/**
 * @param {Scene} scene
 * @returns {HTMLElement}
 */
export function drawPool(scene) {
  const { low, high, current } = scene.view.texts ?? { low: "1", high: "0", current: null };
  const options = new Map(scene.view.options.map((option) => [option.label, option]));
  const taken = new Map((scene.view.picks ?? []).map((one) => [one.text, one]));
  const partners = partnersOf(scene);
  const columns = scene.columns;
  const first = BigInt(low);
  const blanks = Number((first - 1n) % BigInt(columns));
  const count = Number(BigInt(high) - first) + 1;
  const rows = [];
  for (let begin = -blanks; begin < count; begin += columns) {
    const cells = [];
    for (let place = begin; place < begin + columns && place < count; place += 1) {
      if (place < 0) cells.push(h("div", { role: "gridcell", class: "cell", "data-key": `blank ${place}` }));
      else {
        const text = String(first + BigInt(place));
        cells.push(drawCell(scene, text, options.get(text), taken.get(text), partners.get(text), text === current, current));
      }
    }
    rows.push(h("div", { role: "row", class: "line", "data-key": `row ${begin}` }, cells));
  }
  return h(
    "div",
    { class: "pool", "data-key": "pool", style: { "--columns": columns, "--rows": rows.length } },
    h("div", { role: "grid", class: "cells", "data-key": "cells", "data-grid": "pool", "aria-label": `The pool ${low} to ${high}` }, rows),
    svg("svg", { class: "pairs", "data-key": "pairs", "aria-hidden": "true" }),
  );
}

/**
 * @param {Scene} scene
 * @returns {Map<string, {letter: string, partner: string}>}
 */
function partnersOf(scene) {
  const partners = new Map();
  scene.pairs.forEach(([a, b], place) => {
    const letter = pairLetter(place);
    partners.set(String(a), { letter, partner: String(b) });
    partners.set(String(b), { letter, partner: String(a) });
  });
  return partners;
}

/**
 * @param {Scene} scene
 * @param {string} text
 * @param {Option | undefined} option
 * @param {Taken | undefined} taken
 * @param {{letter: string, partner: string} | undefined} pair
 * @param {boolean} isCurrent
 * @param {string | null} current
 */
function drawCell(scene, text, option, taken, pair, isCurrent, current) {
  const isOpen = taken === undefined && (option !== undefined || scene.hides);
  const notation = isOpen ? option?.notation ?? text : null;
  const shown = scene.hides ? undefined : option;
  const { letter, means, kind } = markOf(scene, shown === undefined ? null : notation);
  const relation = shown?.relation ?? "";
  const related = relation === "" || current === null ? "" : `a ${relation} of ${current}`;
  const status =
    taken !== undefined
      ? `taken by ${scene.names[taken.seat - 1] ?? ""} at turn ${taken.turn}${isCurrent ? ", the last pick" : ""}`
      : shown === undefined && !scene.hides
        ? "free, not to be picked now"
        : "free";
  const name = [text, shown === undefined ? "" : aloud(shown.factors), related, status + means, pair && `paired with ${pair.partner}`];
  const says = shown === undefined ? "" : `${text}${related === "" ? "" : `, ${related}`}${shown.factors.includes("·") ? ` (${shown.factors})` : ""}.`;
  const classes = ["number"];
  if (isCurrent) classes.push("current");
  if (taken !== undefined) classes.push("taken", taken.seat === 1 ? "one" : "two");
  else if (shown !== undefined) classes.push("open", relation || "any");
  else if (scene.hides) classes.push("maybe");
  return h(
    "div",
    { role: "gridcell", class: "cell", "data-key": text },
    control(
      scene,
      { key: `cell ${text}`, notation, name: name.filter(Boolean).join(", "), says, kind: classes.join(" ") + kind },
      h("span", { class: "digits" }, text),
      taken !== undefined && h("span", { class: "note", "aria-hidden": "true" }, `${SIGNS[taken.seat] ?? ""}${taken.turn}`),
      taken === undefined && pair !== undefined && h("span", { class: "note pair", "aria-hidden": "true" }, pair.letter),
      relation !== "" && h("span", { class: "sign", "aria-hidden": "true" }, relation === "divisor" ? "÷" : "×"),
      letter,
    ),
  );
}

/**
 * Draws the line from a number to its partner, or none.
 *
 * @param {HTMLElement} board
 * @param {Scene} scene
 * @param {HTMLElement | null} cell The cell that is pointed at.
 */
export function joinPartners(board, scene, cell) {
  const drawing = board.querySelector("svg.pairs");
  const frame = drawing?.getBoundingClientRect();
  if (drawing === null || drawing === undefined || frame === undefined) return;
  drawing.replaceChildren();
  const number = cell?.dataset["key"]?.slice("cell ".length);
  const partner = number === undefined ? undefined : partnersOf(scene).get(number)?.partner;
  const other = partner === undefined ? null : board.querySelector(`[data-key="cell ${CSS.escape(partner)}"]`);
  if (cell === null || !(other instanceof HTMLElement)) return;
  const [a, b] = [cell, other].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: left - frame.left + width / 2, y: top - frame.top + height / 2 };
  });
  if (a !== undefined && b !== undefined) drawing.append(svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
}
