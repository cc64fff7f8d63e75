// @ts-check
// One lesson or a set of exercises. The address names the step, so that back and forward work.
import { Board } from "../boards/board.js";
import { api, Refused } from "../components/api.js";
import { fillSentence, pageData } from "../components/page-data.js";
import { requireElement } from "../components/require-element.js";
import { loadProgress, storeProgress } from "../components/progress.js";
import { announce, isTyping } from "../components/announce.js";
import { slipText } from "../components/slips.js";
import { sentence } from "../sentences.js";

/**
 * @typedef {object} Step
 * @property {number} number
 * @property {number} total
 * @property {string} text
 * @property {"read" | "move" | "win" | "longest" | "judge"} question
 * @property {string[]} start_numbers
 * @property {import("../types.js").View} view
 *
 * @typedef {{seed: number | null, number: number}} Place A step of the lesson, or an exercise of the set with a seed.
 */

const { slug, first, exercises, next_lesson: nextLesson, sentences } = pageData();
const board = requireElement("aliquot-board", Board);
const text = requireElement("[data-text]", HTMLElement);
const message = requireElement("[data-reply]", HTMLElement);
const backButton = requireElement("[data-back]", HTMLButtonElement);
const nextButton = requireElement("[data-next]", HTMLButtonElement);
const moveForm = requireElement("[data-typed]", HTMLFormElement);
const judgeButtons = [requireElement("[data-won]", HTMLButtonElement), requireElement("[data-lost]", HTMLButtonElement)];

/** @type {Place} */
let place = { seed: null, number: 1 };
/** @type {Step} */
let step = first;
/** The learner's moves in this step. @type {string[]} */
let moves = [];
let isDone = false;
let isAsking = false;
/** Whether an answer to this step was wrong. */
let hasFailed = false;
/** The exercises of a set that were right at the first try. @type {{seed: number | null, right: Set<number>}} */
let score = { seed: null, right: new Set() };
/** What the next button does. @type {() => void} */
let goOn = () => {};

/** @returns {Place} */
function placeOfHash() {
  const [, number, seed, exercise] = /^#(?:(\d{1,3})|exercises-(\d{1,9})-(\d))$/.exec(location.hash) ?? [];
  if (seed !== undefined) return { seed: Number(seed), number: Number(exercise) };
  const last = loadProgress(slug);
  return { seed: null, number: number === undefined ? Math.min(last.step, first.total) : Number(number) };
}

/** @param {Place} to */
const hashOf = (to) => (to.seed === null ? `#${to.number}` : `#exercises-${to.seed}-${to.number}`);

/** @param {Place} to */
const pathOf = (to) => `/api/lessons/${slug}/${to.seed === null ? "" : `exercises/${to.seed}/`}${to.number}`;

/** @param {Place} to */
function go(to) {
  location.hash = hashOf(to);
}

/** Show the step in the address. */
async function showPlace() {
  place = placeOfHash();
  const going = place;
  if (location.hash === "") history.replaceState(null, "", hashOf(place));
  let loaded = first;
  if (place.seed !== null || place.number !== 1) {
    try {
      loaded = await api("GET", pathOf(place));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (going !== place) return;
      if (error.status === 404 || error.status === 422) return go({ seed: null, number: 1 });
      return show(error.reason, "wrong");
    }
    if (going !== place) return;
  }
  begin(loaded);
}

/** @param {Step} loaded */
function begin(loaded) {
  step = loaded;
  moves = [];
  isDone = step.question === "read";
  hasFailed = isAsking = false;
  if (place.seed === null) {
    if (place.number > loadProgress(slug).step) storeProgress(slug, { step: place.number });
  } else if (score.seed !== place.seed) score = { seed: place.seed, right: new Set() };
  show("");
  text.textContent = step.text;
  scrollTo(0, 0);
  board.dataset["kind"] = step.view.kind;
  board.startNumbers = step.start_numbers;
  board.turns = [];
  board.view = step.view;
  draw();
  announce(step.text);
  if (isDone) nextButton.focus({ preventScroll: true });
}

/** @param {string} line @param {"" | "right" | "wrong"} [kind] */
function show(line, kind = "") {
  message.textContent = line;
  message.className = `message ${kind}`;
  announce(line);
}

function draw() {
  requireElement("[data-place]", HTMLElement).textContent = fillSentence(place.seed === null ? sentences.step : sentences.exercise, { number: step.number, total: step.total });
  const bars = requireElement("[data-steps]", HTMLElement);
  while (bars.children.length > step.total) bars.lastElementChild?.remove();
  while (bars.children.length < step.total) bars.append(document.createElement("li"));
  [...bars.children].forEach((bar, at) => bar.classList.toggle("past", at < step.number));
  const judges = step.question === "judge" && !isDone;
  for (const button of judgeButtons) {
    button.hidden = !judges;
    button.disabled = isAsking;
  }
  board.names = [sentence("youName"), sentence("opponentName")];
  board.playable = !isDone && !isAsking && !judges;
  board.choices = judges ? "hidden" : "shown";
  backButton.disabled = place.number <= 1 || place.seed !== null;
  moveForm.hidden = isDone || step.question !== "move";
  nextButton.hidden = !isDone;
  nextButton.textContent = sentence("next");
  goOn = place.number < step.total ? () => go({ ...place, number: place.number + 1 }) : finish;
}

/** @param {string | boolean} answer */
async function sendAnswer(answer) {
  if (isDone || isAsking) return;
  const going = place;
  isAsking = true;
  draw();
  let reply;
  try {
    reply = await api("POST", `${pathOf(place)}/answer`, { answer, moves });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    reply = { accepted: false, text: error.reason, failed: true };
  }
  if (going !== place) return;
  isAsking = false;
  if (!reply.accepted) {
    hasFailed ||= reply.failed !== true;
    draw();
    return show(reply.text, "wrong");
  }
  if (typeof answer === "string") moves.push(answer);
  isDone = reply.done;
  if (isDone && place.seed !== null && !hasFailed) score.right.add(place.number);
  board.turns = reply.turns;
  board.view = reply.view;
  if (reply.next_text !== null) text.textContent = reply.next_text;
  draw();
  show(reply.text, "right");
  if (isDone) nextButton.focus({ preventScroll: true });
}

/** Show the result, and offer exercises. */
function finish() {
  if (place.seed === null) {
    storeProgress(slug, { finished: true });
    show(sentences.lesson, "right");
    nextButton.textContent = sentence("exercises", { count: exercises });
  } else {
    const { best, sets } = loadProgress(slug);
    storeProgress(slug, { best: Math.max(best, score.right.size), sets: sets + 1 });
    const right = fillSentence(sentences.set, { right: score.right.size, total: step.total });
    show(nextLesson === null ? right : `${right} ${sentence("nextLesson", { title: nextLesson })}`, "right");
    nextButton.textContent = sentence("anotherSet");
  }
  score = { seed: null, right: new Set() };
  goOn = () => go({ seed: Math.floor(Math.random() * 1e9), number: 1 });
  nextButton.focus({ preventScroll: true });
}

nextButton.addEventListener("click", () => goOn());
backButton.addEventListener("click", () => go({ ...place, number: place.number - 1 }));
judgeButtons.forEach((button, at) => button.addEventListener("click", () => sendAnswer(at === 0)));
// A tap that cannot be an answer is answered, too.
board.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (step.question === "read" && event.target.closest("[data-item]") !== null) show(sentence("readFirst"));
  if (isDone || isAsking) return;
  const slip = step.question === "judge" ? sentence("judgeFirst") : slipText(step.view, event.target);
  if (slip !== "") show(slip, "wrong");
});
board.addEventListener("choose", (event) => {
  if (event instanceof CustomEvent) sendAnswer(event.detail.notation);
});
moveForm.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = requireElement("#typed", HTMLInputElement);
  const move = field.value.trim();
  field.value = "";
  if (move !== "") sendAnswer(move);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event.target)) return;
  const key = event.key.toLowerCase();
  const judgement = { w: judgeButtons[0], l: judgeButtons[1] }[key];
  if (judgement !== undefined && !judgement.hidden) judgement.click();
  else if (key === "b" && !backButton.disabled) backButton.click();
  else if (key === "enter" && !nextButton.hidden && !(event.target instanceof Element && event.target.closest("a, button"))) nextButton.click();
  else return;
  event.preventDefault();
});
board.choicesIn = "below";
window.addEventListener("hashchange", () => showPlace());
showPlace();
