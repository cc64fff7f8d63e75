// @ts-check
// The teacher's controls: what to start, and what to do with what goes on.
import { h } from "../components/dom.js";
import { drawBars, drawRemark, fitBars } from "./bars.js";
import { say } from "./sentences.js";

/** @typedef {import("../types.js").TeacherState} TeacherState */
/** @typedef {import("../types.js").PositionTask} PositionTask */
/** @typedef {import("../types.js").PairsTask} PairsTask */
/** @typedef {import("../types.js").WorksheetTask} WorksheetTask */
/** @typedef {(command: Record<string, unknown>) => void} Send */
/** @typedef {(pupil: number, name: string) => string} Known The name by which the teacher knows a pupil. */

/**
 * Draws a button that sends a command. The page listens for it: so a button that is drawn again sends the new one.
 *
 * @param {string} label
 * @param {Record<string, unknown>} command
 * @param {{strong?: boolean, off?: boolean, key?: string, asks?: string}} [how] `asks` is a question to answer first.
 */
export function button(label, command, { strong = false, off = false, key = label, asks } = {}) {
  return h("button", { type: "button", class: strong ? "strong" : "plain", disabled: off, "data-key": key, "data-command": JSON.stringify(command), "data-asks": asks }, label);
}

/** Sends the commands of the buttons in an element. @param {HTMLElement} element @param {Send} send */
export function listen(element, send) {
  element.addEventListener("click", (event) => {
    const by = event.target instanceof Element ? event.target.closest("[data-command]") : null;
    if (by === null) return;
    const asks = by.getAttribute("data-asks");
    if (asks === null || confirm(asks)) send(JSON.parse(by.getAttribute("data-command") ?? "{}"));
  });
}

/**
 * Draws the forms that start an activity.
 *
 * @param {any} offers What can be chosen.
 * @param {Send} send
 */
export function drawStarts(offers, send) {
  return h("div", { class: "starts" }, startPairs(offers, send), startPosition(offers, send), startChain(send), startWorksheet(offers, send));
}

/**
 * @param {string} title
 * @param {string} line
 * @param {(form: FormData) => void} act
 * @param {...(Node | string)} fields
 */
function card(title, line, act, ...fields) {
  const form = h("form", { class: "card" }, h("h2", {}, title), h("p", { class: "soft" }, line), ...fields, h("p", {}, h("button", { class: "strong" }, say("start"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(new FormData(form));
  });
  return form;
}

/** @param {string} label @param {string} name @param {[string, string][]} options @param {string} [chosen] */
function select(label, name, options, chosen) {
  return h("label", {}, h("span", {}, label), h("select", { name }, options.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
}

/** @type {[string, string][]} */
const CHOICES = [
  ["shown", "always shown"],
  ["asked", "shown on request"],
  ["hidden", "hidden"],
];

/** @param {any} offers @param {Send} send */
function startPairs(offers, send) {
  return card(
    "Pairs",
    "Everybody plays a classmate; an odd one plays the computer.",
    (form) => {
      const { setup } = offers.games[Number(form.get("game"))];
      send({ type: "start_pairs", setup: { ...setup, choices: form.get("choices"), opponent: form.get("level") }, hints: form.get("hints") === "on" });
    },
    select("Game", "game", offers.games.map((/** @type {any} */ game, /** @type {number} */ place) => [String(place), game.title]), "1"),
    h(
      "details",
      {},
      h("summary", {}, "More settings"),
      select("Legal moves", "choices", CHOICES),
      select("Computer", "level", offers.levels.map((/** @type {any} */ level) => [level.slug, `${level.slug}: ${level.line}`]), offers.usual_level),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "hints" }), " Hints and Study in the games"),
    ),
  );
}

/** @param {any} offers @param {Send} send */
function startPosition(offers, send) {
  const own = "own";
  const fields = h(
    "div",
    { class: "own", hidden: true },
    select("Game", "book", offers.books.map((/** @type {any} */ book) => [book.slug, book.title])),
    h("label", {}, h("span", {}, "Position"), h("input", { name: "position", maxlength: 400, autocomplete: "off", placeholder: "60 or 1-40/12,6" })),
  );
  const chooser = select("Position", "preset", [...offers.positions.map((/** @type {any} */ one, /** @type {number} */ place) => [String(place), one.title]), [own, "Another position …"]]);
  chooser.addEventListener("change", (event) => {
    fields.hidden = !(event.target instanceof HTMLSelectElement) || event.target.value !== own;
  });
  return card(
    "One position for all",
    "Everybody chooses a move; then you show the answers, which of them win, and why.",
    (form) => {
      const preset = form.get("preset");
      const one = preset === own ? { game: form.get("book"), position: form.get("position") } : offers.positions[Number(preset)];
      send({ type: "start_position", game: one.game, position: one.position, choices: form.get("choices") });
    },
    chooser,
    fields,
    h("details", {}, h("summary", {}, "More settings"), select("Legal moves", "choices", CHOICES.filter(([value]) => value !== "asked"))),
  );
}

/** @param {Send} send */
function startChain(send) {
  return card(
    "The longest chain",
    "A race: neighbours divide one another. The best so far is on the projector.",
    (form) => send({ type: "start_chain", high: Number(form.get("high")), pairs: form.get("pairs") === "on" }),
    select("Numbers", "high", ["20", "30", "50", "100", "200"].map((high) => [high, `1–${high}`]), "100"),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "pairs" }), " Two pupils write one chain"),
  );
}

/** @param {any} offers @param {Send} send */
function startWorksheet(offers, send) {
  return card(
    "Worksheet",
    "Exercises with exact answers, each pupil at their own speed.",
    (form) => send({ type: "start_worksheet", lesson: form.get("lesson") }),
    select("Exercises", "lesson", offers.lessons.map((/** @type {any} */ lesson) => [lesson.slug, lesson.title])),
  );
}

/**
 * Draws the controls of a position for all, with its bars.
 *
 * @param {TeacherState} state
 * @param {PositionTask} task
 */
export function drawPosition(state, task) {
  const { stage, step } = task;
  const play = button(say("playOn", { move: task.best || "…" }), { type: "play_on", step }, { off: task.best === "", key: "play", strong: stage === "reasons" });
  const over = task.board.result !== "";
  const { projection } = state;
  const explains = stage === "reasons" && fitBars(task.bars, "").explained.size < task.bars.length;
  return h(
    "div",
    { class: "activity" },
    h("h2", {}, task.board.title),
    h("p", { class: "count" }, over ? task.board.result : say("answered", { count: task.answered, total: state.pupils.length })),
    h(
      "div",
      { class: "ways" },
      stage === "asking" && !over && button(say("revealBars"), { type: "reveal", stage: "bars" }, { strong: true, key: "reveal" }),
      stage === "bars" && button(say("revealVerdicts"), { type: "reveal", stage: "verdicts" }, { strong: true, key: "reveal" }),
      stage === "verdicts" && button(say("revealReasons"), { type: "reveal", stage: "reasons" }, { strong: true, key: "reveal" }),
      !over && play,
      button(say("stepBack"), { type: "step_back", step }, { off: !task.can_step_back, key: "back" }),
    ),
    explains && h("p", { class: "soft" }, say("chooseReason")),
    drawBars(task.bars, explains ? { shown: projection.move, command: (move) => ({ type: "project", match: null, names: projection.names, move: move === projection.move ? "" : move }) } : {}),
    drawRemark(task),
  );
}

/**
 * Draws the controls of games in pairs.
 *
 * @param {TeacherState} state
 * @param {PairsTask} task
 */
export function drawPairs(state, task) {
  const rest = state.pupils.some((pupil) => pupil.here && pupil.status === "idle");
  /** @param {string} how @param {boolean} [fill] */
  const pair = (how, fill = false) => ({ type: "pair", how, fill });
  const asks = task.finished < task.games ? say("nextRoundSure") : undefined;
  return h(
    "div",
    { class: "activity" },
    h("h2", {}, task.title),
    h("p", { class: "count" }, task.round === 0 ? say("noRound") : say("round", { round: task.round, finished: task.finished, games: task.games })),
    h(
      "div",
      { class: "ways" },
      task.round > 0 && h("span", { class: "label" }, say("nextRound")),
      button(say("pairRandom"), pair("random"), { strong: task.round === 0 || task.finished === task.games, key: "random", asks }),
      button(say("pairStrength"), pair("strength"), { off: task.round === 0, key: "strength", asks }),
      button(say("pairWinners"), pair("winners"), { off: task.round === 0, key: "winners", asks }),
      task.round > 0 && rest && button(say("pairFill"), pair("random", true), { key: "fill" }),
    ),
    task.games > 0 && h("p", { class: "soft" }, say("pressTile")),
  );
}

/**
 * Draws the race for the longest chain.
 *
 * @param {TeacherState} state
 * @param {import("../types.js").ChainTask} task
 * @param {Known} known
 */
export function drawChain(state, task, known) {
  return h(
    "div",
    { class: "activity" },
    h("h2", {}, say("chainTitle", { high: task.high })),
    h("p", { class: "count" }, say("chainProgress", { count: task.best === 1 ? say("chainLengthOne") : say("chainLength", { count: task.best }) }), task.ceiling !== null && ` · ${say("ceiling", { ceiling: task.ceiling, high: task.high })}`),
    h("div", { class: "ways" }, task.ceiling === null && button(say("revealCeiling"), { type: "reveal", stage: "bars" }, { key: "reveal" })),
    drawProgress(state, Math.max(1, task.ceiling ?? task.best), known),
  );
}

/** Draws a bar for each pupil. @param {TeacherState} state @param {number} total @param {Known} known */
function drawProgress(state, total, known) {
  return h(
    "ul",
    { class: "progress" },
    state.pupils.map((pupil) => {
      const share = (Number.parseInt(pupil.note, 10) || 0) / total;
      return h("li", { "data-key": `progress ${pupil.pupil}`, class: pupil.status }, h("span", { class: "who" }, known(pupil.pupil, pupil.name)), h("span", { class: "track" }, h("span", { class: "fill", style: { "--share": share } })), h("span", { class: "count" }, pupil.note));
    }),
  );
}

/**
 * Draws the progress of a worksheet.
 *
 * @param {TeacherState} state
 * @param {WorksheetTask} task
 * @param {Known} known
 */
export function drawWorksheet(state, task, known) {
  return h(
    "div",
    { class: "activity" },
    h("h2", {}, task.title),
    h("p", { class: "count" }, say("worksheetProgress", { solved: task.finished, total: task.total * state.pupils.length })),
    h("div", { class: "ways" }),
    drawProgress(state, task.total, known),
  );
}
