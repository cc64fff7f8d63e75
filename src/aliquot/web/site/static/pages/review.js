// @ts-check
// Step through a match with the arrow keys, the slider, the chart or the list of moves.
import { Board } from "../boards/board.js";
import { api, Refused } from "../components/api.js";
import { pageData, winLossMarks } from "../components/page-data.js";
import { h } from "../components/dom.js";
import { announce, isTyping } from "../components/announce.js";
import { strip } from "../components/strip.js";
import { sentence } from "../sentences.js";

/**
 * @typedef {object} Turn
 * @property {number} number
 * @property {1 | 2} seat
 * @property {string} move
 * @property {string} leaves
 * @property {string[]} numbers
 * @property {string | null} mark
 * @property {string} sign
 * @property {string} sentence
 *
 * @typedef {object} ReviewBoard
 * @property {import("../types.js").View} view
 * @property {string[] | null} winning
 * @property {[number, number][]} pairs
 * @property {string} href
 */

const data = pageData();
/** @type {{turns: Turn[], names: [string, string], leaders: number[], start_numbers: string[]}} */
const { turns, names, leaders, start_numbers: startNumbers } = data.review;
/** Boards that are loaded, or being loaded. @type {(ReviewBoard | Promise<ReviewBoard | null> | null)[]} */
const boards = data.boards;
const last = boards.length - 1;
const course = { leaders, names, blunders: turns.filter(({ mark }) => mark === "blunder").map(({ number }) => number) };
const board = /** @type {Board} */ (document.querySelector("aliquot-board"));
const slider = /** @type {HTMLInputElement} */ (document.querySelector(".steps input"));
const now = /** @type {HTMLElement} */ (document.querySelector("[data-now]"));
const chart = /** @type {HTMLElement} */ (document.querySelector("[data-strip]"));
let at = last;

/** @param {number} step @returns {Promise<ReviewBoard | null>} The board after that many moves. */
async function load(step) {
  boards[step] ??= api("POST", `/api/review/board?ply=${step}`, data.record).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    boards[step] = null;
    return null;
  });
  return /** @type {Promise<ReviewBoard | null>} */ (boards[step]);
}

/** @param {number} step */
async function draw(step) {
  const loaded = await load(step);
  if (step !== at || loaded === null) return;
  const { view, winning, pairs, href } = loaded;
  const moves = [...view.options, ...(view.swap ? [view.swap] : [])].map((option) => option.notation);
  board.marks = winning === null ? null : winLossMarks(moves, new Set(winning));
  board.pairs = pairs;
  board.turns = turns.slice(0, step);
  board.view = view;
  const link = document.querySelector("[data-explore]");
  if (link instanceof HTMLAnchorElement) link.href = href;
  // Load the neighbouring boards ahead.
  if (step < last) void load(step + 1);
  if (step > 0) void load(step - 1);
}

/** Describe a step. @param {number} step */
function stepText(step) {
  const turn = turns[step - 1];
  if (turn === undefined) return sentence("reviewStart", { name: names[0] });
  const { seat, move, sign, leaves } = turn;
  return sentence(leaves === "" ? "reviewMove" : "reviewMoveLeaves", { number: step, name: names[seat - 1] ?? "", move, sign, leaves });
}

/** @param {number} step @param {boolean} [aloud] */
function go(step, aloud = true) {
  at = Math.min(last, Math.max(0, step));
  const turn = turns[at - 1];
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", stepText(at));
  now.replaceChildren(h("strong", {}, stepText(at)), turn?.sentence ?? "");
  if (course.leaders.length > 0) chart.replaceChildren(strip(course, at, go));
  for (const item of document.querySelectorAll(".turns li")) item.classList.toggle("now-here", item.id === `move-${at}`);
  reveal(document.getElementById(`move-${at}`));
  if (aloud) announce(`${stepText(at)}. ${turn?.sentence ?? ""}`);
  void draw(at);
}

/** Scrolls the list, and never the page, to a move. @param {HTMLElement | null} item */
function reveal(item) {
  const list = item?.parentElement;
  if (!item || !list || list.scrollHeight <= list.clientHeight) return;
  const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

/** @type {Record<string, () => number>} */
const keys = { ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => last };
/** @type {Record<string, () => number>} */
const buttons = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => last };

document.addEventListener("keydown", (event) => {
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
  const step = keys[event.key];
  const busy = isTyping(event.target) || (event.target instanceof Element && event.target.closest("[data-grid]") !== null);
  if (!plain || step === undefined || busy) return;
  event.preventDefault();
  go(step());
});
for (const button of document.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => go(buttons[button.getAttribute("data-go") ?? ""]?.() ?? at));
}
slider.addEventListener("input", () => go(Number(slider.value)));

/** Return the step in the address, if there is one. */
function stepOfHash() {
  const step = /^#move-([0-9]{1,6})$/.exec(location.hash)?.[1];
  return step === undefined ? null : Number(step);
}
addEventListener("hashchange", () => {
  const step = stepOfHash();
  if (step !== null) go(step);
});

board.startNumbers = startNumbers;
board.names = names;
go(stepOfHash() ?? last, false);
