// @ts-check
// The pool: every number in its place, legal picks lit, earlier picks struck out with the sign of the player.
import { h, svg } from "../components/dom.js";
import { sentence } from "../sentences.js";
import { aloud, control, label, markOf, missedAt } from "./control.js";
import { drawDots, grouped, primesOf, productText } from "./figures.js";

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

/** Boards up to this size are always seen whole. */
const WHOLE = 100;
/** The width of a digit in the smallest cells, and of what stands beside it, in pixels. */
const DIGIT = 6.2;
const BESIDE = 4;
/** The height of the smallest cell of a board that is seen whole, and of one that is scrolled. */
const SMALLEST = 18;
const TOUCHED = 36;
/** The size of a cell that one hits without looking. */
const FINGER = 40;
/** The columns of a board, in the order in which they are tried: multiples of ten below one another, or as large as a finger. */
const COLUMNS = [10, 8, 7, 6, 5];
/** How much larger cells must be to give up the earlier columns, where none are as large as a finger. */
const LARGER = 1.1;

/**
 * Returns how many places are left empty before the first number: rows begin with the same number whatever the pool
 * begins with, unless one row is enough.
 *
 * @param {string} low
 * @param {number} count
 * @param {number} columns
 */
function blanksOf(low, count, columns) {
  return count > columns ? Number((BigInt(low) - 1n) % BigInt(columns)) : 0;
}

/**
 * Returns how a pool is laid out: its columns, and whether it is scrolled.
 *
 * @param {{width: number, height: number}} room
 * @param {{low: string, high: string}} pool
 */
export function layOut({ width, height }, { low, high }) {
  const count = Number(BigInt(high) - BigInt(low)) + 1;
  const least = Math.max(count > WHOLE ? TOUCHED : 22, DIGIT * grouped(high).length + BESIDE);
  const most = Math.max(1, Math.min(count, Math.floor((width + 2) / (least + 2))));
  const rows = (/** @type {number} */ columns) => Math.ceil((blanksOf(low, count, columns) + count) / columns);
  const fits = (/** @type {number} */ columns) => rows(columns) * (count > WHOLE ? TOUCHED : SMALLEST) <= height;
  const size = (/** @type {number} */ columns) => Math.min(width / columns, height / rows(columns));
  const largest = () => COLUMNS.reduce((best, one) => (size(one) > size(best) * LARGER ? one : best));
  // Where ten columns would have to be scrolled, twenty may do; where they would be narrow, fewer that fit.
  const touched = COLUMNS.find((one) => size(one) >= FINGER) ?? largest();
  const columns = most >= 20 && !fits(10) ? 20 : Math.min(touched, most);
  return { columns, scrolls: !fits(columns) };
}

/**
 * Draw the numbers of a view from its smallest to its largest, in rows that fit the room.
 *
 * @param {BoardState} state
 * @param {string} kind The class of the board.
 * @param {(text: string) => HTMLElement} draw Draws the cell of a number.
 * @returns {HTMLElement}
 */
export function drawGrid(state, kind, draw) {
  const { low, high } = state.view.texts ?? { low: "1", high: "0" };
  const { columns, scrolls } = layOut(state.room, { low, high });
  const first = BigInt(low);
  const count = Number(BigInt(high) - first) + 1;
  const blanks = blanksOf(low, count, columns);
  const rows = [];
  for (let begin = -blanks; begin < count; begin += columns) {
    const cells = [];
    for (let place = begin; place < begin + columns && place < count; place += 1) {
      if (place < 0) cells.push(h("div", { role: "gridcell", class: "cell", "data-key": `blank ${place}` }));
      else {
        const text = String(first + BigInt(place));
        cells.push(h("div", { role: "gridcell", class: "cell", "data-key": text }, draw(text)));
      }
    }
    rows.push(h("div", { role: "row", class: "line", "data-key": `row ${begin}` }, cells));
  }
  return h(
    "div",
    { class: `${kind}${scrolls ? " scrolls" : ""}`, "data-key": "pool", style: { "--columns": columns, "--rows": rows.length, "--digits": grouped(high).length } },
    h("div", { role: "grid", class: "cells", "data-key": "cells", "data-grid": "pool", "aria-label": sentence("pool", { low, high }) }, rows),
    svg("svg", { class: "pairs", "data-key": "pairs", "aria-hidden": "true" }),
  );
}

/**
 * @param {BoardState} state
 * @returns {HTMLElement}
 */
export function drawPool(state) {
  const current = state.view.texts?.current ?? null;
  const options = new Map(state.view.options.map((option) => [option.label, option]));
  const picks = new Map((state.view.picks ?? []).map((one) => [one.text, one]));
  const partners = partnersOf(state);
  return drawGrid(state, "pool", (text) => drawCell(state, text, options.get(text), picks.get(text), partners.get(text), text === current, current));
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
  const { mark, result, kind } = markOf(state, legal === undefined ? null : notation);
  const { star, lesson, missed } = missedAt(state, 0, text);
  const relation = legal?.relation ?? "";
  const related = relationText(relation, current);
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
    lesson,
    pair && sentence("pairedWith", { number: pair.partner }),
  );
  const primes = state.hides ? [] : primesOf(text, legal?.factors);
  const says = legal === undefined ? "" : pickText(text, [related], primes.length > 1 ? productText(primes) : "");
  const classes = ["number"];
  if (isCurrent) classes.push("current");
  if (pick !== undefined) classes.push("taken", pick.seat === 1 ? "one" : "two");
  else if (legal !== undefined) classes.push("open", relation || "any");
  else if (state.hides) classes.push("maybe");
  return control(
    state,
    { key: `cell ${text}`, notation, name, says, kind: classes.join(" ") + kind + missed },
    h("span", { class: "digits" }, grouped(text)),
    pick !== undefined
      ? h("span", { class: "note", "aria-hidden": "true" }, `${SIGNS[pick.seat] ?? ""}${pick.turn}`, star)
      : mark !== null || star !== null || pair !== undefined
        ? h("span", { class: "note", "aria-hidden": "true" }, mark, star, pair !== undefined && h("span", { class: "pair" }, pair.letter))
        : drawDots(primes),
  );
}

/**
 * Say what is known of a number that can be picked; nothing if that is only the number.
 *
 * @param {string} text
 * @param {string[]} facts
 * @param {string} factors Its factors, if there are several.
 */
export function pickText(text, facts, factors) {
  const known = label(text, ...facts);
  if (factors !== "") return sentence("pickHintFactors", { facts: known, factors });
  return known === text ? "" : sentence("pickHint", { facts: known });
}

/** Say how a number is related to another; nothing where it is not. @param {string} relation @param {string | null} number */
export function relationText(relation, number) {
  return relation === "" || number === null ? "" : sentence(relation === "divisor" ? "divisorOf" : "multipleOf", { number });
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
