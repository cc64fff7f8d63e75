// @ts-check
// The page of a position: its board, on which every move is a link, and the way from here into a game.
import { Board } from "../boards/board.js";
import { api, Refused } from "../components/api.js";
import { pageData } from "../components/page-data.js";
import "../components/announce.js";

const told = pageData();
const board = document.querySelector("aliquot-board");
if (told !== null && board instanceof Board) {
  draw(board);
  if (told.play !== null) offer();
}

/** @param {Board} board */
function draw(board) {
  /** @type {Map<string, string>} */
  const links = new Map();
  /** @type {Map<string, "W" | "L">} */
  const marks = new Map();
  for (const link of document.querySelectorAll("[data-move]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const spelt = link.dataset["move"] ?? "";
    links.set(spelt, link.href);
    const letter = link.querySelector("b")?.textContent;
    if (letter === "W" || letter === "L") marks.set(spelt, letter);
  }
  board.href = (spelt) => links.get(spelt) ?? null;
  board.marks = marks;
  board.pairs = told.pairs;
  board.start = told.position.replace("~", "");
  board.view = told.view;
  const said = document.querySelector("[data-consider]");
  board.addEventListener("consider", (event) => {
    if (said !== null && event instanceof CustomEvent) said.textContent = event.detail.text;
  });
}

/** Shows the ways to play on. */
function offer() {
  for (const button of document.querySelectorAll("[data-play]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => play(button));
  }
}

/** @param {HTMLButtonElement} button */
async function play(button) {
  const problem = document.querySelector("[data-problem]");
  button.disabled = true;
  try {
    const seated = await api("POST", "/api/matches", { ...told.play, opponent: button.dataset["play"] });
    location.assign(`/g/${seated.match}`);
  } catch (error) {
    if (!(error instanceof Refused) || !(problem instanceof HTMLElement)) throw error;
    problem.textContent = error.reason;
    problem.hidden = false;
    button.disabled = false;
  }
}
