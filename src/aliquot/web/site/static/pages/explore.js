// @ts-check
// The page of a position: its board, on which every move is a link, and buttons that start a game from here.
import { Board } from "../boards/board.js";
import { api, Refused } from "../components/api.js";
import { pageData, winLossMarks } from "../components/page-data.js";
import "../components/announce.js";

/**
 * @typedef {object} PageData
 * @property {import("../types.js").View} view
 * @property {string[] | null} winning The winning moves; null if they are not known.
 * @property {[number, number][]} pairs
 * @property {Record<string, unknown> | null} play The fields of a new match from here; null if there can be none.
 */

/** @type {PageData | null} */
const data = pageData();
const board = document.querySelector("aliquot-board");
if (data !== null && board instanceof Board) {
  draw(board, data);
  if (data.play !== null) offer(data.play);
}

/** @param {Board} board @param {PageData} data */
function draw(board, { view, winning, pairs }) {
  /** @type {Map<string, string>} */
  const links = new Map();
  for (const link of document.querySelectorAll("[data-move]")) {
    if (link instanceof HTMLAnchorElement) links.set(link.dataset["move"] ?? "", link.href);
  }
  const options = view.swap === null ? view.options : [view.swap, ...view.options];
  board.href = (move) => links.get(move) ?? null;
  board.marks = winning === null ? null : winLossMarks(options.map((option) => option.notation), new Set(winning));
  board.pairs = pairs;
  board.view = view;
  const line = document.querySelector("[data-consider]");
  board.addEventListener("consider", (event) => {
    if (line !== null && event instanceof CustomEvent) line.textContent = event.detail.text;
  });
}

/** Shows the buttons that start a game. @param {Record<string, unknown>} fields */
function offer(fields) {
  for (const button of document.querySelectorAll("[data-play]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => play(button, fields));
  }
}

/** @param {HTMLButtonElement} button @param {Record<string, unknown>} fields */
async function play(button, fields) {
  const problem = document.querySelector("[data-problem]");
  button.disabled = true;
  try {
    const seated = await api("POST", "/api/matches", { ...fields, opponent: button.dataset["play"] });
    location.assign(`/g/${seated.match}`);
  } catch (error) {
    if (!(error instanceof Refused) || !(problem instanceof HTMLElement)) throw error;
    problem.textContent = error.reason;
    problem.hidden = false;
    button.disabled = false;
  }
}
