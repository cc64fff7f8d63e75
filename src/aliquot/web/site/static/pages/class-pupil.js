// @ts-check
// A pupil's page: joining, waiting, and whatever the teacher starts.
import { api, Refused } from "../components/api.js";
import { announce } from "../components/announce.js";
import { fill, h } from "../components/dom.js";
import { pageData } from "../components/page-data.js";
import { requireElement } from "../components/require-element.js";
import { ClassLine } from "../class/line.js";
import { say } from "../class/sentences.js";
import { ChainView } from "../class/chain.js";
import { PairsView, PositionView, WorksheetView } from "../class/tasks.js";

/** @typedef {import("../types.js").PupilState} PupilState */

const data = pageData();
/** @type {string} */
const code = data.code;
const door = requireElement("[data-door]", HTMLElement);
const seat = requireElement("[data-seat]", HTMLElement);
const place = requireElement("[data-task]", HTMLElement);
const eyes = requireElement("[data-eyes]", HTMLElement);
const lost = requireElement("[data-lost]", HTMLElement);
const problem = requireElement("[data-problem]", HTMLElement);
/** @type {PupilState | null} */
let state = data.state;
/** @type {ClassLine | null} */
let line = null;
/** The task on the page and what it is. @type {{key: string, view: {element: HTMLElement, update: (task: any) => void}} | null} */
let shown = null;

/** @param {Record<string, unknown>} body */
async function join(body) {
  problem.hidden = true;
  try {
    state = await api("POST", `/api/classes/${code}/join`, body);
    line?.stop();
    line = null;
    draw();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (!seat.hidden) return offerSeat(error.reason);
    problem.textContent = error.reason;
    problem.hidden = false;
  }
}

/** Offers to take the seat back from another tab or another device. @param {string} text */
function offerSeat(text) {
  const take = () => join({ own_code: state?.own_code ?? "" });
  fill(lost, h("p", {}, text, " ", h("button", { type: "button", "data-key": "here", onclick: take }, say("useHere"))));
}

function follow() {
  line = new ClassLine(code, "pupil");
  line.addEventListener("state", (event) => {
    state = /** @type {CustomEvent} */ (event).detail;
    draw();
  });
  line.addEventListener("connection", (event) => {
    const how = /** @type {CustomEvent} */ (event).detail;
    lost.hidden = how === "open";
    if (how === "open") return;
    if (how === "refused") return location.reload();
    if (how === "elsewhere") return offerSeat(say("elsewhere"));
    fill(lost, h("p", {}, say(how === "lost" ? "lost" : "gone")));
  });
}

function draw() {
  const now = state;
  door.hidden = now !== null && !now.removed;
  seat.hidden = now === null || now.removed;
  if (now === null || now.removed) {
    place.replaceChildren();
    shown = null;
    eyes.hidden = true;
    if (now?.removed) {
      line?.stop();
      problem.textContent = say("removed");
      problem.hidden = false;
      requireElement("[data-join]", HTMLElement).textContent = say("joinAgain");
    }
    return;
  }
  if (line === null) follow();
  fill(seat, h("p", {}, h("b", { class: "who" }, now.name), h("span", { class: "own", title: say("ownCode", { code: now.own_code }) }, now.own_code)));
  if (eyes.hidden === now.paused) {
    eyes.hidden = !now.paused;
    place.inert = now.paused;
    if (now.paused) announce(`${say("eyes")} ${say("eyesHint")}`);
  }
  const task = now.task;
  const key = task === null ? (now.over ? "over" : "none") : `${task.kind} ${task.activity}`;
  if (shown?.key !== key) {
    const view = viewOf(task, now);
    shown = { key, view };
    place.replaceChildren(view.element);
    if (task === null) announce(view.element.textContent ?? "");
  }
  if (task !== null) shown.view.update(task);
}

/** @param {PupilState["task"]} task @param {PupilState} now */
function viewOf(task, now) {
  switch (task?.kind) {
    case "position":
      return new PositionView(/** @type {ClassLine} */ (line));
    case "pairs":
      return new PairsView();
    case "chain":
      return new ChainView(/** @type {ClassLine} */ (line));
    case "worksheet":
      return new WorksheetView(/** @type {ClassLine} */ (line));
  }
  const words = now.over ? [h("h2", {}, say("over"))] : [h("h2", {}, say("youAre", { name: now.name })), h("p", {}, say("waiting")), h("p", { class: "soft" }, say("ownCode", { code: now.own_code }))];
  return { element: h("section", { class: "task waits" }, words), update: () => {} };
}

requireElement("[data-join]", HTMLElement).addEventListener("click", () => join({ again: state?.removed ?? false }));
requireElement("[data-return]", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  join({ own_code: requireElement("#own-code", HTMLInputElement).value });
});
draw();
