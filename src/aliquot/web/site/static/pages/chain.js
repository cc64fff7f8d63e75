// @ts-check
// The longest chain: tap a number to add it, at whichever end it fits. The chain is stored only in this browser.
import { Board, BOARDS } from "../boards/board.js";
import { drawChain } from "../boards/chain.js";
import { announce, isTyping } from "../components/announce.js";
import { api, Refused } from "../components/api.js";
import { send } from "../components/challenge.js";
import { ChainState } from "../components/chain-state.js";
import { fill, h } from "../components/dom.js";
import { network } from "../components/network.js";
import { pageData } from "../components/page-data.js";
import { requireElement } from "../components/require-element.js";
import { load, store } from "../components/storage.js";
import { drawDots, primesOf } from "../boards/figures.js";
import { sentence } from "../sentences.js";

/** @typedef {import("../page-types.js").ChainReport} ChainReport */

BOARDS.set("chain", drawChain);
const { limit, links, first } = pageData();
const [CHAIN, BEST] = [`chain-${limit}`, `chain-best-${limit}`];
/** Milliseconds without a tap after which the server is asked how far the chain can reach. */
const QUIET = 150;
const state = new ChainState(limit, links);
const board = requireElement("aliquot-board", Board);
const stage = requireElement(".stage", HTMLElement);
const message = requireElement("[data-message]", HTMLElement);
const note = requireElement("[data-hint]", HTMLElement);
const choices = requireElement("[data-choices]", HTMLElement);
const beads = requireElement("[data-beads]", HTMLElement);
/** @param {string} name */
const action = (name) => requireElement(`[data-action="${name}"]`, HTMLButtonElement);
// Found once: an answer may arrive when another page has taken the place of this one.
const hintButton = action("hint");
const reach = requireElement(".reach", HTMLElement);
/** What the server said last. @type {ChainReport} */
let report = first;
/** The continuation of the last hint, to stay with it. @type {number[]} */
let plan = [];
/** @type {AbortController | null} */
let asking = null;
let timer = 0;
/** True while the sentence answers a slip: a late answer of the server must not take its place. */
let isSlip = false;

const best = () => Number(load(BEST)) || 0;

function draw() {
  const { numbers } = state;
  const length = numbers.length;
  board.playable = true;
  board.choicesIn = length === 0 ? null : choices;
  if (length === 0) choices.replaceChildren();
  board.view = state.view();
  drawBeads();
  requireElement("[data-length]", HTMLElement).textContent = String(length);
  requireElement("[data-best]", HTMLElement).textContent = best() > 0 ? sentence("chainBest", { best: best() }) : "";
  reach.style.setProperty("--length", String(length / report.ceiling));
  reach.setAttribute("aria-label", sentence("chainScore", { length, ceiling: report.ceiling }));
  action("undo").disabled = !state.canUndo;
  for (const name of ["shorten", "other", "restart", "share"]) action(name).disabled = length === 0;
}

/** Draw the chain as a row of beads; its ends are buttons. */
function drawBeads() {
  const { numbers } = state;
  const last = numbers.length - 1;
  const items = numbers.map((number, place) => {
    const end = place === 0 ? "left" : place === last ? "right" : null;
    const isActive = place === (state.active === "left" ? 0 : last);
    const parts = [h("b", {}, String(number)), drawDots(primesOf(String(number)))];
    const bead =
      end === null
        ? h("span", { class: "bead" }, ...parts)
        : h("button", { type: "button", class: `bead${isActive ? " current" : " end"}`, "data-end": end, "aria-pressed": String(isActive), "aria-label": `${number}, ${sentence(isActive ? "activeEnd" : "otherEnd")}` }, ...parts);
    return h("li", { "data-key": String(number) }, bead);
  });
  fill(beads, h("ol", {}, items));
  beads.hidden = numbers.length === 0;
  const active = beads.querySelector(".current");
  if (active instanceof HTMLElement) beads.scrollTo({ left: active.offsetLeft - beads.clientWidth / 2, top: active.offsetTop - beads.clientHeight / 2 });
}

/** @param {string} text @param {"" | "wrong" | "right"} [kind] */
function show(text, kind = "") {
  message.textContent = text;
  message.className = `sentence ${kind}`;
}

/** Take a change of the chain in: store it, draw it, say it, and ask the server about it. @param {string} text */
function changed(text) {
  const { length } = state.numbers;
  store(CHAIN, state.save());
  const isRecord = length > best();
  if (isRecord) store(BEST, String(length));
  note.textContent = "";
  for (const lit of board.querySelectorAll(".hinted")) lit.classList.remove("hinted");
  draw();
  isSlip = false;
  show(text);
  announce(text);
  clearTimeout(timer);
  timer = setTimeout(() => void ask(false), QUIET);
}

/** Ask the server how far the chain can reach, and for a hint. @param {boolean} hint @returns {Promise<void>} */
async function ask(hint) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const { numbers } = state;
  try {
    const answer = /** @type {ChainReport} */ (await api("POST", `/api/chain/${limit}`, { numbers, hint, plan: hint ? plan : [] }, { signal }));
    if (numbers !== state.numbers) return;
    const isNews = answer.over || answer.length >= answer.ceiling || answer.at_most < report.at_most;
    const wins = answer.length >= answer.ceiling && numbers.length > 0;
    report = answer;
    reach.style.setProperty("--most", String(Math.min(1, answer.at_most / answer.ceiling)));
    if (!isSlip || hint) show(answer.sentence, wins ? "right" : "");
    if (hint) showHint(answer);
    else if (isNews) announce(answer.sentence);
    if (wins && !hint) {
      const { celebrate, sound } = await import("../components/moments.js");
      sound("win");
      celebrate(stage);
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (!signal.aborted) show(error.reason, "wrong");
  } finally {
    hintButton.disabled = false;
  }
}

/** @param {ChainReport} answer */
function showHint(answer) {
  const text = answer.hint?.sentence ?? answer.sentence;
  note.textContent = text;
  announce(text);
  if (answer.hint === null) return;
  plan = answer.hint.continuation;
  state.active = state.numbers.length > 0 ? answer.hint.end : state.active;
  draw();
  const number = answer.hint.number;
  queueMicrotask(() => {
    for (const place of [board, choices]) place.querySelector(`[data-notation="${number}"]`)?.classList.add("hinted");
  });
}

/** @param {number} number */
function add(number) {
  const end = state.add(number);
  if (end === null) {
    const [left, right] = [state.at("left"), state.at("right")];
    const key = state.numbers.includes(number) ? "chainUsed" : left === right ? "chainNoLinkOne" : "chainNoLink";
    const text = sentence(key, { number, left: left ?? "", right: right ?? "" });
    isSlip = true;
    show(text, "wrong");
    announce(text);
    return;
  }
  const { length } = state.numbers;
  changed(length === 1 ? sentence("chainBegun", { number }) : sentence("chainAdded", { number, end, length, ceiling: report.ceiling }));
}

/** @param {number | undefined} number The number that was taken back; nothing where numbers have come back. */
function removed(number) {
  const { length } = state.numbers;
  const key = length === 0 ? "chainEmpty" : number === undefined ? "chainScore" : "chainRemoved";
  changed(sentence(key, { number: number ?? "", length, ceiling: report.ceiling }));
}

/** @param {"left" | "right"} end */
function activate(end) {
  state.active = end;
  store(CHAIN, state.save());
  draw();
  const text = sentence("chainActive", { number: state.at(end) ?? "" });
  show(text);
  announce(text);
}

/** @type {Record<string, () => void>} */
const ACTIONS = {
  undo() {
    const before = state.numbers;
    state.undo();
    removed(before.find((number) => !state.numbers.includes(number)));
  },
  shorten: () => removed(state.shorten()),
  other: () => activate(state.other),
  hint() {
    hintButton.disabled = true;
    void ask(true);
  },
  share: () => {
    const values = { length: best(), limit, ceiling: report.ceiling };
    void send({ text: sentence(report.proved ? "chainShare" : "chainShareKnown", values), url: `${location.origin}${network.base}/chain/${limit}` }, action("share"));
  },
  restart() {
    state.restart();
    changed(sentence("chainEmpty"));
  },
};
/** The keys that do the same. @type {Record<string, string>} */
const KEYS = { u: "undo", backspace: "shorten", e: "other", h: "hint" };

for (const [name, act] of Object.entries(ACTIONS)) action(name).addEventListener("click", act);
beads.addEventListener("click", (event) => {
  const end = event.target instanceof Element ? event.target.closest("[data-end]")?.getAttribute("data-end") : null;
  if (end === "left" || end === "right") activate(end);
});
board.addEventListener("choose", (event) => {
  if (event instanceof CustomEvent) add(Number(event.detail.notation));
});
// A tap on a number that fits nowhere is answered, too: before the board takes the tap, for what fits is in the chain after.
board.addEventListener("click", (event) => answerSlip(event.target), true);

/** @param {EventTarget | null} target */
function answerSlip(target) {
  const item = target instanceof Element ? target.closest("[data-item]") : null;
  const number = Number(/^cell (\d+)$/.exec(item?.getAttribute("data-key") ?? "")?.[1]);
  if (Number.isNaN(number) || item?.hasAttribute("data-notation")) return;
  const end = number === state.at("left") ? "left" : number === state.at("right") ? "right" : null;
  if (end === null || state.numbers.length < 2) add(number);
  else activate(end);
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
  const name = KEYS[event.key.toLowerCase()];
  if (name === undefined || action(name).disabled) return;
  event.preventDefault();
  action(name).click();
});
const size = requireElement("[data-size]", HTMLSelectElement);
size.addEventListener("change", () => location.assign(`/chain/${size.value}`));

state.restore(load(CHAIN));
draw();
show(report.sentence);
if (state.numbers.length > 0) void ask(false);
