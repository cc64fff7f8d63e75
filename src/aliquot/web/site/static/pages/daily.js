// @ts-check
// The duel of the day. The page keeps its duel past midnight.
import { Board } from "../boards/board.js";
import { network } from "../components/network.js";
import { api, Refused } from "../components/api.js";
import { send } from "../components/challenge.js";
import { mergeResults, newResult, ordinal, parseResults, resultText, streak } from "../components/daily-results.js";
import { pageData } from "../components/page-data.js";
import { load, store } from "../components/storage.js";
import { requireElement } from "../components/require-element.js";
import { announce } from "../components/announce.js";
import { slipText } from "../components/slips.js";
import { sentence } from "../sentences.js";

const KEY = "daily";
const { duel, latest } = pageData();
/** @type {number} */
const number = duel.number;

/** Read each time, because another tab may have changed them. */
const results = () => parseResults(load(KEY)) ?? {};
const result = () => results()[number] ?? newResult(number < latest);

/** @param {Partial<import("../components/daily-results.js").DailyResult>} change */
function update(change) {
  store(KEY, JSON.stringify({ ...results(), [number]: { ...result(), ...change } }));
}

const board = requireElement("aliquot-board", Board);
const message = requireElement("[data-message]", HTMLElement);
const againButton = requireElement("[data-again]", HTMLButtonElement);
const copyButton = requireElement("[data-copy]", HTMLButtonElement);
/** The state of the current try. */
let state = duel;
let isAsking = false;

/** @param {string} text @param {boolean} [aloud] */
function show(text, aloud = true) {
  message.textContent = text;
  if (aloud) announce(text);
}

function draw() {
  board.names = state.you === 1 ? [sentence("youName"), sentence("opponentName")] : [sentence("opponentName"), sentence("youName")];
  board.startNumbers = state.start_numbers;
  board.turns = state.turns;
  board.playable = state.won === null && !isAsking;
  board.view = state.view;
  message.className = `message${state.won === null ? "" : state.won ? " right" : " wrong"}`;
  const { moves, solved, tries } = result();
  againButton.disabled = isAsking || moves.length === 0;
  againButton.textContent = sentence(state.won === true ? "playAgain" : "tryAgain");
  copyButton.disabled = tries === 0;
  const isNew = moves.length === 0 && !solved;
  const count = sentence(solved ? "solvedTry" : "currentTry", { ordinal: ordinal(isNew ? tries + 1 : tries) });
  requireElement("[data-tries]", HTMLElement).textContent = tries > 0 ? count : "";
  const reason = requireElement("[data-reason]", HTMLElement);
  reason.hidden = state.won !== true;
  reason.textContent = state.reason ?? "";
  drawResults();
}

function drawResults() {
  const all = results();
  const solved = Object.values(all).filter((one) => one.solved).length;
  const row = streak(all, latest);
  const lines = [sentence(solved === 0 ? "noDuelSolved" : solved === 1 ? "oneDuelSolved" : "duelsSolved", { count: solved })];
  if (row > 1) lines.push(sentence("daysInRow", { count: row }));
  lines.push(sentence("resultsStoredHere"));
  requireElement("[data-results]", HTMLElement).hidden = false;
  requireElement("[data-record]", HTMLElement).textContent = lines.join(" ");
}

/** @param {string[]} moves @returns {Promise<boolean | null>} Whether they are legal; null where there was no answer. */
async function ask(moves) {
  isAsking = true;
  draw();
  try {
    state = await api("POST", `/api/daily/${number}/reply`, { moves });
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    show(error.reason);
    return error.status !== 422 && error.status !== 404 ? null : false;
  } finally {
    isAsking = false;
  }
}

/** @param {string} move */
async function play(move) {
  if (isAsking || state.won !== null) return;
  const { moves, tries, solved } = result();
  if (!(await ask([...moves, move]))) return draw();
  const played = state.turns.slice(state.opening).map((/** @type {{move: string}} */ turn) => turn.move);
  // A solved duel keeps its result, however often it is played again.
  update({ moves: played, tries: moves.length === 0 && !solved ? tries + 1 : tries, solved: solved || state.won === true });
  draw();
  if (state.won === true && !solved) count(played);
  show(state.won === true && !solved ? `${state.text} ${sentence("solvedNow", { ordinal: ordinal(result().tries) })}` : state.text);
  if (state.won === null) return;
  againButton.focus({ preventScroll: true });
  const { celebrate, sound } = await import("../components/moments.js");
  sound(state.won ? "win" : "lose");
  if (state.won) celebrate(board);
}

/** Counts the solution among those of others, and says how many tries they needed. @param {string[]} moves */
async function count(moves) {
  const others = requireElement("[data-others]", HTMLElement);
  const told = await api("POST", `/api/daily/${number}/solved`, { moves, tries: result().tries }).catch(() => null);
  if (told !== null) others.textContent = told.text;
}

/** Continue the try that this browser has stored. */
async function resume() {
  const { moves } = result();
  if (moves.length === 0) return draw();
  const legal = await ask(moves);
  // Drop moves that are not legal in this duel; keep them where the server did not answer.
  if (legal === false) update({ moves: [] });
  draw();
  if (legal) show(state.text, false);
}

againButton.addEventListener("click", () => {
  update({ moves: [] });
  state = duel;
  draw();
  show(state.text);
});
copyButton.addEventListener("click", () =>
  send({ text: resultText(number, state.title, result()), url: `${location.origin}${network.base}/daily/${number}` }, copyButton),
);
board.addEventListener("click", (event) => {
  const slip = board.playable && event.target instanceof Element ? slipText(state.view, event.target) : "";
  if (slip !== "") show(slip);
});
board.addEventListener("choose", (event) => {
  if (event instanceof CustomEvent) play(event.detail.notation);
});
board.addEventListener("consider", (event) => {
  if (event instanceof CustomEvent) requireElement("[data-consider]", HTMLElement).textContent = event.detail.text;
});
requireElement("[data-export]", HTMLButtonElement).addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(results(), null, 1)], { type: "application/json" }));
  link.download = "aliquot-daily-results.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});
const countdown = document.querySelector("[data-countdown]");
function countDown() {
  if (countdown === null) return;
  const minutes = Math.ceil((Number(countdown.getAttribute("data-countdown")) - Date.now()) / 60_000);
  countdown.textContent = minutes > 0 ? sentence("nextDuelIn", { hours: Math.floor(minutes / 60), minutes: minutes % 60 }) : sentence("nextDuelNow");
}
countDown();
setInterval(countDown, 15_000);
const importInput = requireElement("[data-import]", HTMLInputElement);
importInput.addEventListener("change", async () => {
  const file = importInput.files?.[0];
  if (file === undefined) return;
  const imported = file.size < 2e6 ? parseResults(await file.text()) : null;
  importInput.value = "";
  if (imported === null) return show(sentence("noResultsInFile"));
  store(KEY, JSON.stringify(mergeResults(results(), imported)));
  await resume();
  show(sentence("resultsImported"));
});

board.choicesIn = requireElement("[data-choices]", HTMLElement);
resume();
