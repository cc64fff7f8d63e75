// @ts-check
// The pool: every number in its place, legal picks lit, earlier picks struck out with the sign of the player.
import { h, svg } from "../components/dom.js";
import { sentence } from "../sentences.js";
import { aloud, control, label, markOf } from "./control.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Pick} Pick */

const SIGNS = ["", "●", "○"];
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Returns the letters that two partners share: one for the first pairs, then two.
 *
 * @param {number} place
 * @returns {string}
 */
export function pairLetter(place) {
  const last = LETTERS[place % LETTERS.length] ?? "";
  return place < LETTERS.length ? last : pairLetter(Math.floor(place / LETTERS.length) - 1) + last;
}

/**
 * Returns the number of columns that fit.
 *
 * @param {number} width In pixels.
 * @param {string} high The largest number.
 */
export function columnsIn(width, high) {
  const cell = Math.max(44, 11 * high.length + 14);
  return Math.max(1, Math.min(10, Math.floor((width + 4) / (cell + 4))));
}

/**
 * @param {BoardState} state
 * @returns {HTMLElement}
 */
export function drawPool(state) {
  const { low, high, current } = state.view.texts ?? { low: "1", high: "0", current: null };
  const options = new Map(state.view.options.map((option) => [option.label, option]));
  const picks = new Map((state.view.picks ?? []).map((one) => [one.text, one]));
  const partners = partnersOf(state);
  const columns = state.columns;
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
        cells.push(drawCell(state, text, options.get(text), picks.get(text), partners.get(text), text === current, current));
      }
    }
    rows.push(h("div", { role: "row", class: "line", "data-key": `row ${begin}` }, cells));
  }
  return h(
    "div",
    { class: "pool", "data-key": "pool", style: { "--columns": columns, "--rows": rows.length } },
    h("div", { role: "grid", class: "cells", "data-key": "cells", "data-grid": "pool", "aria-label": sentence("pool", { low, high }) }, rows),
    svg("svg", { class: "pairs", "data-key": "pairs", "aria-hidden": "true" }),
  );
}

/**
 * @param {BoardState} state
 * @returns {Map<string, {letter: string, partner: string}>}
 */
function partnersOf(state) {
  const partners = new Map();
  state.pairs.forEach(([a, b], place) => {
    const letter = pairLetter(place);
    partners.set(String(a), { letter, partner: String(b) });
    partners.set(String(b), { letter, partner: String(a) });
  });
  return partners;
}

/**
 * @param {BoardState} state
 * @param {string} text
 * @param {Option | undefined} option
 * @param {Pick | undefined} pick The pick that took it.
 * @param {{letter: string, partner: string} | undefined} pair
 * @param {boolean} isCurrent
 * @param {string | null} current
 */
function drawCell(state, text, option, pick, pair, isCurrent, current) {
  const isOpen = pick === undefined && (option !== undefined || state.hides);
  const notation = isOpen ? option?.notation ?? text : null;
  const legal = state.hides ? undefined : option;
  const { letter, result, kind } = markOf(state, legal === undefined ? null : notation);
  const relation = legal?.relation ?? "";
  const related = relation === "" || current === null ? "" : sentence(relation === "divisor" ? "divisorOf" : "multipleOf", { number: current });
  const status =
    pick !== undefined
      ? sentence("pickedBy", { name: state.names[pick.seat - 1] ?? "", turn: pick.turn })
      : legal === undefined && !state.hides
        ? sentence("freeNotLegal")
        : sentence("free");
  const name = label(
    text,
    legal === undefined ? "" : aloud(legal.factors),
    related,
    status,
    pick !== undefined && isCurrent ? sentence("lastPick") : "",
    result,
    pair && sentence("pairedWith", { number: pair.partner }),
  );
  const hint = legal?.factors.includes("·") ? "pickHintFactors" : "pickHint";
  const says = legal === undefined ? "" : sentence(hint, { facts: label(text, related), factors: legal.factors });
  const classes = ["number"];
  if (isCurrent) classes.push("current");
  if (pick !== undefined) classes.push("taken", pick.seat === 1 ? "one" : "two");
  else if (legal !== undefined) classes.push("open", relation || "any");
  else if (state.hides) classes.push("maybe");
  return h(
    "div",
    { role: "gridcell", class: "cell", "data-key": text },
    control(
      state,
      { key: `cell ${text}`, notation, name, says, kind: classes.join(" ") + kind },
      h("span", { class: "digits" }, text),
      pick !== undefined && h("span", { class: "note", "aria-hidden": "true" }, `${SIGNS[pick.seat] ?? ""}${pick.turn}`),
      pick === undefined && pair !== undefined && h("span", { class: "note pair", "aria-hidden": "true" }, pair.letter),
      relation !== "" && h("span", { class: "sign", "aria-hidden": "true" }, relation === "divisor" ? "÷" : "×"),
      letter,
    ),
  );
}

/**
 * Draws the line from a number to its partner, or none.
 *
 * @param {HTMLElement} board
 * @param {BoardState} state
 * @param {HTMLElement | null} cell The cell that is pointed at.
 */
export function joinPartners(board, state, cell) {
  const drawing = board.querySelector("svg.pairs");
  const frame = drawing?.getBoundingClientRect();
  if (drawing === null || drawing === undefined || frame === undefined) return;
  drawing.replaceChildren();
  const number = cell?.dataset["key"]?.slice("cell ".length);
  const partner = number === undefined ? undefined : partnersOf(state).get(number)?.partner;
  const other = partner === undefined ? null : board.querySelector(`[data-key="cell ${CSS.escape(partner)}"]`);
  if (cell === null || !(other instanceof HTMLElement)) return;
  const [a, b] = [cell, other].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: left - frame.left + width / 2, y: top - frame.top + height / 2 };
  });
  if (a !== undefined && b !== undefined) drawing.append(svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }));
}
