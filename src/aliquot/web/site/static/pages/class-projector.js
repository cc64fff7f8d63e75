// @ts-check
// The projector: the code, what to do, and what the teacher reveals, large enough for the back row.
import "../boards/board.js";
import { fill, h } from "../components/dom.js";
import { pageData } from "../components/page-data.js";
import { requireElement } from "../components/require-element.js";
import { drawBars, drawRemark, fitBars } from "../class/bars.js";
import { ClassLine, takeTeacherToken } from "../class/line.js";
import { say } from "../class/sentences.js";
import { playedOn, showBoard } from "../class/tasks.js";

/** @typedef {import("../types.js").ProjectorState} ProjectorState */

/** The fewest rows of the standings, and the most pairs in large letters. */
const FEWEST = 4;
const ROOMY = 16;
/** How much may be left out of the answers, and the part of the height that is free of margins. */
const MOST_LESS = 5;
const WHOLE = 0.985;

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

/** What is shown now. @type {ProjectorState | null} */
let latest = null;

/** @param {ProjectorState} state */
function draw(state) {
  latest = state;
  document.body.classList.toggle("small-code", state.task !== null || state.over);
  count.textContent = state.locked ? `${joined(state)} · ${say("lockedNow")}` : joined(state);
  eyes.hidden = !state.paused;
  door.hidden = state.task !== null || state.over;
  task.textContent = whatToDo(state);
  const shown = state.board ?? (state.task?.kind === "position" ? state.task.board : null);
  board.choices = shown !== null && hidesMoves(state, shown) ? "hidden" : "shown";
  board.hidden = shown === null;
  if (shown !== null) {
    board.classList.toggle("pool-board", shown.view.kind === "pool");
    showBoard(board, shown);
    const bars = state.board === null && state.task?.kind === "position" ? state.task.bars : [];
    board.marks = new Map(bars.filter((bar) => bar.wins !== null).map((bar) => [bar.move, bar.wins ? "W" : "L"]));
  }
  for (let less = 0; less === 0 || (isCut() && less <= MOST_LESS); less += 1) {
    fill(side, drawSide(state, less));
    document.body.classList.toggle("alone", side.childElementCount === 0);
    fitStandings();
  }
}

/** Whether something is below the edge: nobody scrolls a projector. */
function isCut() {
  return (side.lastElementChild?.getBoundingClientRect().bottom ?? 0) > document.documentElement.clientHeight * WHOLE;
}

/** Whether it is for the pupils to find the legal moves. @param {ProjectorState} state @param {import("../types.js").Board} shown */
function hidesMoves({ task: now }, shown) {
  if (now?.kind === "position" && now.stage !== "asking") return false;
  return (now?.kind === "position" || now?.kind === "pairs") && now.choices === "hidden" && shown.result === "";
}

/** Leaves out the last rows of the standings that there is no room for. */
function fitStandings() {
  const rows = [...side.querySelectorAll(".standings:not(.pairs) li")];
  while (rows.length > FEWEST && isCut()) rows.pop()?.remove();
}

/** @param {ProjectorState} state */
const joined = (state) => (state.count === 1 ? say("oneJoined") : say("joined", { count: state.count }));

/** @param {ProjectorState} state */
function whatToDo(state) {
  const { board: shown, task: now } = state;
  if (state.over) return say("over");
  if (shown !== null) {
    const names = `● ${shown.names[0]} – ○ ${shown.names[1]}`;
    return shown.result || say("playsOn", { names, name: shown.names[shown.view.to_move - 1] ?? "" });
  }
  switch (now?.kind) {
    case "position":
      if (now.board.result !== "") return now.board.result;
      return now.stage === "asking" ? `${playedOn(now)} ${say("pickTogether")}`.trim() : now.verdict || say("answersIn");
    case "pairs":
      if (now.round === 0) return say("soon");
      return say(now.finished === now.games ? "roundEnds" : "playNow", { round: now.round });
    case "worksheet":
      return say("workNow");
    case "chain":
      return now.ceiling === null ? say("raceNow") : say("ceiling", { ceiling: now.ceiling, high: now.high });
  }
  return say(state.locked ? "waiting" : "join");
}

/** Draws a large number and what it counts. @param {number} number @param {string} words */
const tally = (number, words) => h("p", { class: "tally" }, h("b", {}, number), ` ${words}`);

/** @param {string} title @param {string} goal */
const drawGoal = (title, goal) => h("p", { class: "goal" }, h("b", {}, title), ` ${goal}`);

/** @param {ProjectorState} state @param {string} title */
function drawStandings({ standings }, title) {
  if (standings.length === 0) return [];
  const rows = standings.map((row) => h("li", { "data-key": `row ${row.pupil}` }, h("span", {}, row.name), h("b", {}, row.won)));
  return [h("h2", {}, title), h("ol", { class: "standings" }, rows)];
}

/** @param {ProjectorState} state */
function drawPairs({ pairs }) {
  /** @param {import("../types.js").PairLine} pair @param {1 | 2} seat */
  const name = ({ names, winner }, seat) => h("span", { class: winner === seat ? "won" : "" }, names[seat - 1] ?? "");
  return h("ol", { class: pairs.length > ROOMY ? "standings pairs many" : "standings pairs" }, pairs.map((pair) => h("li", {}, name(pair, 1), name(pair, 2))));
}

/** @param {readonly number[]} chain */
const drawNumbers = (chain) => h("ol", { class: "links" }, chain.map((number) => h("li", { "data-key": number }, number)));

/** @param {ProjectorState} state @param {number} less How much to leave out of the answers. */
function drawSide(state, less) {
  const now = state.task;
  if (state.board !== null || now === null) return h("div", {});
  if (now.kind === "position") {
    const { fitting, explained } = fitBars(now.bars, state.move, less);
    const asks = now.stage === "asking" && now.board.result === "";
    const others = now.bars.length - fitting.length;
    return h(
      "div",
      {},
      asks && tally(now.answered, say("haveAnswered", { count: state.count })),
      asks && drawGoal(`${now.board.title}.`, now.board.goal),
      fitting.length > 0 && drawBars(fitting, { explained }),
      others > 0 && h("p", { class: "others" }, say(others === 1 ? "otherAnswer" : "otherAnswers", { count: others })),
      drawRemark(now, { verdict: false }),
    );
  }
  if (now.kind === "pairs") {
    const over = now.round > 0 && now.finished === now.games;
    return h(
      "div",
      {},
      now.games > 0 && !over && tally(now.finished, say("gamesFinished", { games: now.games })),
      !over && drawGoal(`${now.title}.`, now.goal),
      drawPairs(state),
      ...(over ? drawStandings(state, say("standings")) : []),
    );
  }
  if (now.kind === "chain") {
    return h(
      "div",
      {},
      tally(now.best, now.ceiling === null ? say("bestSoFar") : say("bestOf", { ceiling: now.ceiling })),
      now.ceiling === null ? drawGoal(say("chainTitle", { high: now.high }), say("chainGoal")) : h("p", { class: "remark" }, say("ceilingProved")),
      drawNumbers(now.ceiling === null ? now.chain : now.longest),
      ...drawStandings(state, say("lengths")),
    );
  }
  return h("div", {}, tally(now.finished, say("ofExercises", { total: now.total * state.count })), h("h2", {}, now.title));
}

line.addEventListener("state", (event) => draw(/** @type {CustomEvent} */ (event).detail));
addEventListener("resize", () => latest !== null && draw(latest));
line.addEventListener("connection", (event) => {
  const how = /** @type {CustomEvent} */ (event).detail;
  lost.hidden = how === "open";
  lost.textContent = how === "lost" ? say("lost") : how === "gone" ? say("gone") : say("notTeacher");
});
