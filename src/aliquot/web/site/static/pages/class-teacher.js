// @ts-check
// The teacher's page: the code, the pupils, what goes on, and every board.
import "../boards/board.js";
import { Refused } from "../components/api.js";
import { announce } from "../components/announce.js";
import { copy } from "../components/copy.js";
import { fill, h } from "../components/dom.js";
import { pageData } from "../components/page-data.js";
import { requireElement } from "../components/require-element.js";
import { load, store } from "../components/storage.js";
import { button, drawChain, drawPairs, drawPosition, drawStarts, drawWorksheet, listen } from "../class/controls.js";
import { ClassLine, takeTeacherToken } from "../class/line.js";
import { say } from "../class/sentences.js";
import { showBoard } from "../class/tasks.js";
import { byNeed, drawTile, need } from "../class/tiles.js";

/** @typedef {import("../types.js").TeacherState} TeacherState */
/** @typedef {import("../types.js").PupilRow} PupilRow */

const data = pageData();
/** @type {string} */
const code = data.code;
takeTeacherToken(code);
const line = new ClassLine(code, "teacher");
const bar = requireElement("[data-bar]", HTMLElement);
const activity = requireElement("[data-activity]", HTMLElement);
const starts = requireElement("[data-starts]", HTMLElement);
const tiles = requireElement("[data-tiles]", HTMLElement);
const list = requireElement("[data-pupils]", HTMLElement);
const lost = requireElement("[data-lost]", HTMLElement);
const problem = requireElement("[data-problem]", HTMLElement);
const board = /** @type {import("../boards/board.js").Board} */ (requireElement("aliquot-board", HTMLElement));
/** @type {TeacherState | null} */
let state = null;
/** The server's time minus this browser's. */
let ahead = 0;
/** Real names, by the number of the pupil: they never leave this browser. @type {Record<string, string>} */
const realNames = JSON.parse(load(`class-names-${code}`) ?? "{}");
let shownBoard = "";
/** Whether an activity was going on when the page was last drawn. */
let hasStarted = false;

/** The commands on their way, so that a second press does not send one twice. */
const pending = new Set();

/** @param {Record<string, unknown>} command */
async function send(command) {
  const pressed = JSON.stringify(command);
  if (pending.has(pressed)) return;
  pending.add(pressed);
  problem.hidden = true;
  document.body.classList.add("busy");
  try {
    await line.send("teacher", command);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    problem.textContent = error.reason;
    problem.hidden = false;
    announce(error.reason);
  } finally {
    pending.delete(pressed);
    document.body.classList.toggle("busy", pending.size > 0);
  }
}

/** The name the teacher knows a pupil by. @param {number} pupil @param {string} name */
const known = (pupil, name) => realNames[pupil] || name;

function draw() {
  const now = state;
  if (now === null) return;
  const time = Date.now() + ahead;
  drawBar(now);
  drawPupils(now, time);
  const { task } = now;
  starts.hidden = task !== null || now.over;
  for (const part of [".invite", ".checks"]) requireElement(part, HTMLElement).hidden = now.over;
  if (task !== null && !hasStarted) requireElement(".invite", HTMLDetailsElement).open = false;
  hasStarted = task !== null;
  activity.hidden = task === null && !now.over;
  fill(activity, drawActivity(now));
  const position = task?.kind === "position" ? task : null;
  board.hidden = position === null;
  if (position !== null && shownBoard !== `${position.activity} ${position.step} ${position.stage}`) {
    shownBoard = `${position.activity} ${position.step} ${position.stage}`;
    showBoard(board, position.board);
  }
  if (position !== null) board.marks = new Map(position.bars.filter((one) => one.wins !== null).map((one) => [one.move, one.wins ? "W" : "L"]));
  fill(
    tiles,
    h(
      "div",
      {},
      byNeed(now.tiles, time).map((tile) =>
        drawTile(tile, time, {
          names: [known(tile.pupils[0] ?? 0, tile.names[0]), known(tile.pupils[1] ?? 0, tile.names[1])],
          shown: now.projection.match === tile.id,
        }),
      ),
    ),
  );
}

/** @param {TeacherState} now */
function drawBar(now) {
  const here = now.pupils.filter((pupil) => pupil.here).length;
  fill(
    bar,
    h(
      "div",
      {},
      h("span", { class: "here" }, say("pupilsHere", { here, count: now.pupils.length })),
      button(say(now.paused ? "resume" : "pause"), { type: "switch", paused: !now.paused }, { key: "pause", off: now.over, strong: now.paused }),
      button(say(now.locked ? "unlock" : "lock"), { type: "switch", locked: !now.locked }, { key: "lock", off: now.over }),
      button(say("end"), { type: "end" }, { key: "end", off: now.over, asks: say("endSure", { hours: data.hours }) }),
    ),
  );
  requireElement("[data-help]", HTMLInputElement).checked = now.help;
  requireElement("[data-names]", HTMLInputElement).checked = now.projection.names;
}

/** @param {TeacherState} now */
function drawActivity(now) {
  if (now.over) return h("div", {}, h("h2", {}, say("overTeacher", { hours: data.hours })), h("p", {}, h("a", { class: "button strong", href: `/class/${code}/results` }, say("results"))));
  const { task } = now;
  if (task === null) return h("div", {});
  const drawn = task.kind === "position" ? drawPosition(now, task) : task.kind === "pairs" ? drawPairs(now, task) : task.kind === "worksheet" ? drawWorksheet(now, task, known) : drawChain(now, task, known);
  (drawn.querySelector(".ways") ?? drawn).append(button(say("stop"), { type: "stop" }, { key: "stop" }));
  return h("div", {}, drawn);
}

/** @param {TeacherState} now @param {number} time */
function drawPupils(now, time) {
  const away = now.pupils.filter((pupil) => !pupil.here).map((pupil) => pupil.pupil);
  if (list.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) return;
  fill(
    list,
    h(
      "div",
      {},
      now.pupils.length === 0 && h("p", { class: "soft" }, say("nobody")),
      away.length > 0 && !now.over && button(say("removeAway"), { type: "remove", pupils: away }, { key: "away", asks: `${say("removeAway")}?` }),
      h("ul", {}, byNeed(now.pupils, time).map((pupil) => drawPupil(pupil, time, now.over))),
    ),
  );
}

const STATUS = /** @type {const} */ ({ stuck: "statusStuck", away: "statusAway", done: "statusDone", working: "statusWorking", idle: "statusIdle" });

/** @param {PupilRow} pupil @param {number} time @param {boolean} isOver */
function drawPupil(pupil, time, isOver) {
  const { status } = need(pupil, time);
  const field = h("input", { "data-pupil": pupil.pupil, value: realNames[pupil.pupil] ?? "", maxlength: 60, autocomplete: "off", placeholder: say("nameHint"), "aria-label": say("noteName", { name: pupil.name }) });
  const score = pupil.played > 0 ? ` · ${say("score", { won: pupil.won, played: pupil.played })}` : "";
  return h(
    "li",
    { "data-key": `pupil ${pupil.pupil}`, class: status },
    h("span", { class: "who", title: pupil.own_code }, pupil.name, h("span", { class: "own" }, pupil.own_code)),
    field,
    h("span", { class: "state" }, say(STATUS[/** @type {keyof typeof STATUS} */ (status)]), pupil.note !== "" && ` · ${pupil.note}`, score),
    !isOver && button(say("remove"), { type: "remove", pupils: [pupil.pupil] }, { key: "remove", asks: say("removeSure", { name: pupil.name }) }),
  );
}

list.addEventListener("change", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement)) return;
  const pupil = field.dataset["pupil"] ?? "";
  if (field.value.trim() === "") delete realNames[pupil];
  else realNames[pupil] = field.value.trim();
  store(`class-names-${code}`, JSON.stringify(realNames));
  draw();
});
tiles.addEventListener("click", (event) => {
  const tile = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
  if (tile === null || state === null) return;
  const id = tile.getAttribute("data-tile");
  send({ type: "project", match: state.projection.match === id ? null : id, names: state.projection.names });
});
requireElement("[data-help]", HTMLInputElement).addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement) send({ type: "switch", help: event.target.checked });
});
requireElement("[data-names]", HTMLInputElement).addEventListener("change", (event) => {
  if (event.target instanceof HTMLInputElement) send({ type: "project", match: state?.projection.match ?? null, names: event.target.checked, move: state?.projection.move ?? "" });
});
requireElement("[data-copy]", HTMLElement).addEventListener("click", async (event) => {
  const link = await line.get("/link");
  if (event.target instanceof HTMLElement) copy(link.private, event.target);
});
starts.append(drawStarts(data, send));
listen(document.body, send);
line.addEventListener("state", (event) => {
  state = /** @type {CustomEvent} */ (event).detail;
  ahead = (state?.now ?? Date.now()) - Date.now();
  draw();
});
line.addEventListener("connection", (event) => {
  const how = /** @type {CustomEvent} */ (event).detail;
  lost.hidden = how === "open";
  lost.textContent = how === "lost" ? say("lost") : how === "gone" ? say("gone") : say("notTeacher");
  for (const part of document.querySelectorAll(".desk, .lead .links")) part.toggleAttribute("hidden", how === "gone" || how === "refused");
});
setInterval(draw, 5000);
