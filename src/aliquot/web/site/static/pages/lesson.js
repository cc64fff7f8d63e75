// @ts-check
// One lesson: a few words, a board, and something to do. The address says which step it is, so back and forward work.
import { Board } from "../boards/board.js";
import { api, Refused } from "../components/api.js";
import { pageData } from "../components/page-data.js";
import { requireElement } from "../components/require-element.js";
import { markOf, note } from "../components/progress.js";
import { announce, isTyping } from "../components/announce.js";

/**
 * @typedef {object} Asked
 * @property {number} number
 * @property {number} of
 * @property {string} text
 * @property {"read" | "move" | "win" | "judge"} question
 * @property {string} start
 * @property {import("../types.js").View} view
 *
 * @typedef {{seed: number | null, number: number}} Place A step, or an exercise of the set with that seed.
 */

const { slug, first, exercises, after } = pageData();
const board = requireElement("aliquot-board", Board);
const text = requireElement("[data-text]", HTMLElement);
const line = requireElement("[data-reply]", HTMLElement);
const back = requireElement("[data-back]", HTMLButtonElement);
const next = requireElement("[data-next]", HTMLButtonElement);
const typed = requireElement("[data-typed]", HTMLFormElement);
const judging = [requireElement("[data-won]", HTMLButtonElement), requireElement("[data-lost]", HTMLButtonElement)];

/** @type {Place} */
let place = { seed: null, number: 1 };
/** @type {Asked} */
let asked = first;
/** The moves one has made in this step. @type {string[]} */
let made = [];
let isDone = false;
let isAsking = false;
let isTried = false;
/** The exercises of a set that were right at the first try. @type {{seed: number | null, right: Set<number>}} */
let score = { seed: null, right: new Set() };
/** Where the next button leads. @type {() => void} */
let goOn = () => {};

/** @returns {Place} */
function addressed() {
  const [, number, seed, exercise] = /^#(?:(\d{1,3})|exercises-(\d{1,9})-(\d))$/.exec(location.hash) ?? [];
  if (seed !== undefined) return { seed: Number(seed), number: Number(exercise) };
  const last = markOf(slug);
  return { seed: null, number: number === undefined ? Math.min(last.step, first.of) : Number(number) };
}

/** @param {Place} to */
const hashOf = (to) => (to.seed === null ? `#${to.number}` : `#exercises-${to.seed}-${to.number}`);

/** @param {Place} to */
const pathOf = (to) => `/api/lessons/${slug}/${to.seed === null ? "" : `exercises/${to.seed}/`}${to.number}`;

/** @param {Place} to */
function go(to) {
  location.hash = hashOf(to);
}

/** Shows what the address asks for. */
async function arrive() {
  place = addressed();
  const going = place;
  if (location.hash === "") history.replaceState(null, "", hashOf(place));
  let found = first;
  if (place.seed !== null || place.number !== 1) {
    try {
      found = await api("GET", pathOf(place));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (going !== place) return;
      if (error.status === 404 || error.status === 422) return go({ seed: null, number: 1 });
      return tell(error.reason, "wrong");
    }
    if (going !== place) return;
  }
  begin(found);
}

/** @param {Asked} found */
function begin(found) {
  asked = found;
  made = [];
  isDone = found.question === "read";
  isTried = isAsking = false;
  if (place.seed === null) {
    if (place.number > markOf(slug).step) note(slug, { step: place.number });
  } else if (score.seed !== place.seed) score = { seed: place.seed, right: new Set() };
  tell("");
  text.textContent = found.text;
  scrollTo(0, 0);
  board.dataset["kind"] = found.view.kind;
  board.start = found.start;
  board.turns = [];
  board.view = found.view;
  draw();
  announce(found.text);
  if (isDone) next.focus({ preventScroll: true });
}

/** @param {string} told @param {"" | "right" | "wrong"} [kind] */
function tell(told, kind = "") {
  line.textContent = told;
  line.className = `message ${kind}`;
  announce(told);
}

function draw() {
  const part = place.seed === null ? "step" : "exercise";
  requireElement("[data-place]", HTMLElement).textContent = `${part} ${asked.number} of ${asked.of}`;
  const bars = requireElement("[data-steps]", HTMLElement);
  while (bars.children.length > asked.of) bars.lastElementChild?.remove();
  while (bars.children.length < asked.of) bars.append(document.createElement("li"));
  [...bars.children].forEach((bar, at) => bar.classList.toggle("past", at < asked.number));
  const judges = asked.question === "judge" && !isDone;
  for (const button of judging) {
    button.hidden = !judges;
    button.disabled = isAsking;
  }
  board.names = ["You", "Opponent"];
  board.playable = !isDone && !isAsking && !judges;
  board.choices = judges ? "hidden" : "shown";
  back.disabled = place.number <= 1 || place.seed !== null;
  typed.hidden = isDone || asked.question !== "move";
  next.hidden = !isDone;
  next.textContent = "Next";
  goOn = place.number < asked.of ? () => go({ ...place, number: place.number + 1 }) : conclude;
}

/** @param {string | boolean} given */
async function answer(given) {
  if (isDone || isAsking) return;
  const going = place;
  isAsking = true;
  draw();
  let reply;
  try {
    reply = await api("POST", `${pathOf(place)}/answer`, { given, so_far: made });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    reply = { accepted: false, text: error.reason, failed: true };
  }
  if (going !== place) return;
  isAsking = false;
  if (!reply.accepted) {
    isTried ||= reply.failed !== true;
    draw();
    return tell(reply.text, "wrong");
  }
  if (typeof given === "string") made.push(given);
  isDone = reply.done;
  if (isDone && place.seed !== null && !isTried) score.right.add(place.number);
  board.turns = reply.turns;
  board.view = reply.view;
  if (reply.then !== null) text.textContent = reply.then;
  draw();
  tell(reply.text, "right");
  if (isDone) next.focus({ preventScroll: true });
}

/** Says how it went, and offers what comes then. */
function conclude() {
  if (place.seed === null) {
    note(slug, { finished: true });
    tell("That was the lesson. Now try it on numbers you have not seen.", "right");
    next.textContent = `${exercises} exercises`;
  } else {
    const { best, sets } = markOf(slug);
    note(slug, { best: Math.max(best, score.right.size), sets: sets + 1 });
    const more = after === null ? "" : ` Or go on to the lesson “${after.title}”, in the list of lessons.`;
    tell(`${score.right.size} of ${asked.of} at the first try.${more}`, "right");
    next.textContent = "Another set";
  }
  score = { seed: null, right: new Set() };
  goOn = () => go({ seed: Math.floor(Math.random() * 1e9), number: 1 });
  next.focus({ preventScroll: true });
}

next.addEventListener("click", () => goOn());
back.addEventListener("click", () => go({ ...place, number: place.number - 1 }));
judging.forEach((button, at) => button.addEventListener("click", () => answer(at === 0)));
board.addEventListener("choose", (event) => {
  if (event instanceof CustomEvent) answer(event.detail.spelt);
});
typed.addEventListener("submit", (event) => {
  event.preventDefault();
  const field = requireElement("#typed", HTMLInputElement);
  const given = field.value.trim();
  field.value = "";
  if (given !== "") answer(given);
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event.target)) return;
  const key = event.key.toLowerCase();
  const judgement = { w: judging[0], l: judging[1] }[key];
  if (judgement !== undefined && !judgement.hidden) judgement.click();
  else if (key === "b" && !back.disabled) back.click();
  else if (key === "enter" && !next.hidden && !(event.target instanceof Element && event.target.closest("a, button"))) next.click();
  else return;
  event.preventDefault();
});
window.addEventListener("hashchange", () => arrive());
arrive();
