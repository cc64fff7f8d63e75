// @ts-check
// The projector: the code, what to do, and what the teacher reveals, large enough for the back row.
import "../boards/board.js";
import { fill, h } from "../components/dom.js";
import { pageData } from "../components/page-data.js";
import { requireElement } from "../components/require-element.js";
import { drawBars } from "../class/bars.js";
import { ClassLine, takeTeacherToken } from "../class/line.js";
import { say } from "../class/sentences.js";
import { showBoard } from "../class/tasks.js";

/** @typedef {import("../types.js").ProjectorState} ProjectorState */

const { code } = pageData();
takeTeacherToken(code);
const line = new ClassLine(code, "projector");
const board = /** @type {import("../boards/board.js").Board} */ (requireElement("aliquot-board", HTMLElement));
const side = requireElement("[data-side]", HTMLElement);
const task = requireElement("[data-do]", HTMLElement);
const count = requireElement("[data-count]", HTMLElement);
const eyes = requireElement("[data-eyes]", HTMLElement);
const lost = requireElement("[data-lost]", HTMLElement);
const door = requireElement("[data-welcome]", HTMLElement);

/** @param {ProjectorState} state */
function draw(state) {
  document.body.classList.toggle("small-code", state.task !== null || state.over);
  count.textContent = state.locked ? `${joined(state)} ${say("lockedNow")}` : joined(state);
  eyes.hidden = !state.paused;
  door.hidden = state.task !== null || state.over;
  task.textContent = whatToDo(state);
  const shown = state.board ?? (state.task?.kind === "position" ? state.task.board : null);
  board.hidden = shown === null;
  if (shown !== null) {
    board.classList.toggle("pool-board", shown.view.kind === "pool");
    showBoard(board, shown);
    const bars = state.board === null && state.task?.kind === "position" ? state.task.bars : [];
    board.marks = new Map(bars.filter((bar) => bar.wins !== null).map((bar) => [bar.move, bar.wins ? "W" : "L"]));
  }
  fill(side, drawSide(state));
  document.body.classList.toggle("alone", side.childElementCount === 0);
}

/** @param {ProjectorState} state */
const joined = (state) => (state.count === 1 ? say("oneJoined") : say("joined", { count: state.count }));

/** @param {ProjectorState} state */
function whatToDo(state) {
  if (state.over) return say("over");
  if (state.board !== null) return state.board.result || `${state.board.names.join(" – ")}`;
  switch (state.task?.kind) {
    case "position":
      return state.task.board.result || (state.task.stage === "asking" ? say("pickTogether") : state.task.verdict || say("answersIn"));
    case "pairs":
      return state.task.round === 0 ? say("soon") : say("playNow", { round: state.task.round });
    case "worksheet":
      return say("workNow");
    case "chain":
      return say("raceNow");
  }
  return say("welcome");
}

/** @param {ProjectorState} state */
function drawStandings({ standings }) {
  return h("ol", { class: "standings" }, standings.map((row) => h("li", { "data-key": `row ${row.pupil}` }, h("span", {}, row.name), h("b", {}, row.won))));
}

/** @param {ProjectorState} state */
function drawSide(state) {
  const now = state.task;
  if (state.board !== null || now === null) return h("div", {});
  if (now.kind === "position") {
    return h(
      "div",
      {},
      now.stage === "asking" && h("p", { class: "tally" }, h("b", {}, now.answered), ` / ${state.count}`),
      now.bars.length > 0 && drawBars(now.bars.slice(0, 8), { reasons: now.bars.length <= 4 }),
      now.reason !== "" && h("p", { class: "remark" }, now.reason),
    );
  }
  if (now.kind === "pairs") {
    return h(
      "div",
      {},
      now.games > 0 && h("p", { class: "tally" }, h("b", {}, now.finished), ` / ${now.games}`),
      h("p", { class: "goal" }, h("b", {}, `${now.title}.`), ` ${now.goal}`),
      state.standings.length > 0 && h("h2", {}, say("standings")),
      state.standings.length > 0 && drawStandings(state),
    );
  }
  if (now.kind === "chain") {
    return h(
      "div",
      {},
      h("p", { class: "tally" }, h("b", {}, now.best), now.ceiling === null ? ` ${say("bestSoFar")}` : ` / ${now.ceiling}`),
      h("p", { class: "goal" }, h("b", {}, say("chainTitle", { high: now.high })), ` ${say("chainGoal")}`),
      now.ceiling !== null && h("p", { class: "remark" }, say("ceiling", { ceiling: now.ceiling, high: now.high })),
      state.standings.length > 0 && h("h2", {}, say("lengths")),
      state.standings.length > 0 && drawStandings(state),
    );
  }
  return h("div", {}, now.kind === "worksheet" && h("h2", {}, now.title));
}

line.addEventListener("state", (event) => draw(/** @type {CustomEvent} */ (event).detail));
line.addEventListener("connection", (event) => {
  const how = /** @type {CustomEvent} */ (event).detail;
  lost.hidden = how === "open";
  lost.textContent = how === "lost" ? say("lost") : how === "gone" ? say("gone") : say("notTeacher");
});
