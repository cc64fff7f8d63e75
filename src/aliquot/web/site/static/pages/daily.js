// @ts-check
// The duel of the day. Which one it is was settled when the page was opened; past midnight it goes on.
import { Board } from "../boards/board.js";
import { api, Refused } from "../components/api.js";
import { copy } from "../components/copy.js";
import { pageData } from "../components/page-data.js";
import { requireElement } from "../components/require-element.js";
import { joined, ordinal, readDays, result, streak, untried } from "../components/days.js";
import { store, load } from "../components/storage.js";
import { announce } from "../components/announce.js";

const KEY = "daily";
const { told: opened, latest } = pageData();
/** @type {number} */
const number = opened.number;

/** Other tabs and other days may have written meanwhile, so it is read each time. */
const days = () => readDays(load(KEY)) ?? {};
const day = () => days()[number] ?? untried(number < latest);

/** @param {Partial<import("../components/days.js").Day>} change */
function note(change) {
  store(KEY, JSON.stringify({ ...days(), [number]: { ...day(), ...change } }));
}

const board = requireElement("aliquot-board", Board);
const line = requireElement("[data-told]", HTMLElement);
const again = requireElement("[data-again]", HTMLButtonElement);
const copying = requireElement("[data-copy]", HTMLButtonElement);
let standing = opened;
let isAsking = false;

/** @param {string} text @param {boolean} [aloud] */
function tell(text, aloud = true) {
  line.textContent = text;
  if (aloud) announce(text);
}

function draw() {
  board.names = standing.you === 1 ? ["You", "Opponent"] : ["Opponent", "You"];
  board.start = standing.start;
  board.turns = standing.turns;
  board.playable = standing.won === null && !isAsking;
  board.view = standing.view;
  const kept = day();
  again.disabled = isAsking || kept.moves.length === 0;
  again.textContent = standing.won === true ? "Play it again" : "Try again";
  copying.disabled = kept.tries === 0;
  const count = `· ${kept.solved ? "solved at the " : ""}${ordinal(kept.tries)} try`;
  requireElement("[data-standing]", HTMLElement).textContent = kept.tries > 0 ? count : "";
  drawDays();
}

function drawDays() {
  const all = days();
  const solved = Object.values(all).filter((one) => one.solved).length;
  const row = streak(all, latest);
  requireElement("[data-days]", HTMLElement).hidden = false;
  requireElement("[data-record]", HTMLElement).textContent =
    solved === 0
      ? "No day is solved yet. What you solve is kept in this browser and nowhere else."
      : `${solved} ${solved === 1 ? "day" : "days"} solved${row > 1 ? `, ${row} in a row` : ""}. They are kept in this browser and nowhere else.`;
}

/** @param {string[]} moves */
async function ask(moves) {
  isAsking = true;
  draw();
  try {
    standing = await api("POST", `/api/daily/${number}/reply`, { moves });
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell(error.reason);
    return error.status !== 422 && error.status !== 404 ? null : false;
  } finally {
    isAsking = false;
  }
}

/** @param {string} spelt */
async function play(spelt) {
  if (isAsking || standing.won !== null) return;
  const { moves, tries, solved } = day();
  if (!(await ask([...moves, spelt]))) return draw();
  const made = standing.turns.slice(standing.given).map((/** @type {{move: string}} */ turn) => turn.move);
  // A day that is solved keeps its result, however often it is played again.
  note({ moves: made, tries: moves.length === 0 && !solved ? tries + 1 : tries, solved: solved || standing.won === true });
  draw();
  tell(standing.won === true && !solved ? `${standing.text} Solved at the ${ordinal(day().tries)} try.` : standing.text);
  if (standing.won !== null) again.focus({ preventScroll: true });
}

/** Goes on where this browser left the try. */
async function resume() {
  const { moves } = day();
  if (moves.length === 0) return draw();
  const found = await ask(moves);
  // Moves that do not belong to this duel are forgotten; a server that does not answer is asked again by a reload.
  if (found === false) note({ moves: [] });
  draw();
  if (found) tell(standing.text, false);
}

again.addEventListener("click", () => {
  note({ moves: [] });
  standing = opened;
  draw();
  tell(standing.text);
});
copying.addEventListener("click", () => copy(`${result(number, standing.name, day())}\n${location.origin}/daily/${number}`, copying));
board.addEventListener("choose", (event) => {
  if (event instanceof CustomEvent) play(event.detail.spelt);
});
board.addEventListener("consider", (event) => {
  if (event instanceof CustomEvent) requireElement("[data-consider]", HTMLElement).textContent = event.detail.text;
});
requireElement("[data-export]", HTMLButtonElement).addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(days(), null, 1)], { type: "application/json" }));
  link.download = "aliquot-days.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});
const importing = requireElement("[data-import]", HTMLInputElement);
importing.addEventListener("change", async () => {
  const file = importing.files?.[0];
  if (file === undefined) return;
  const read = file.size < 2e6 ? readDays(await file.text()) : null;
  importing.value = "";
  if (read === null) return tell("That file holds no days.");
  store(KEY, JSON.stringify(joined(days(), read)));
  await resume();
  tell("Your days are read.");
});

resume();
