// @ts-check
// What a pupil does: one position for all, a game in pairs, a worksheet. Each is made once and updated with every state.
import "../boards/board.js";
import { api, Refused } from "../components/api.js";
import { announce } from "../components/announce.js";
import { fill, h } from "../components/dom.js";
import { slipText } from "../components/slips.js";
import { drawBars, drawRemark } from "./bars.js";
import { say } from "./sentences.js";

/** @typedef {import("../types.js").PositionTask} PositionTask */
/** @typedef {import("../types.js").PairsTask} PairsTask */
/** @typedef {import("../types.js").WorksheetTask} WorksheetTask */
/** @typedef {import("../boards/board.js").Board} Board */
/** @typedef {import("./line.js").ClassLine} ClassLine */

/** Shows a position on a board. @param {Board} board @param {import("../types.js").Board} position */
export function showBoard(board, position) {
  board.names = position.names;
  board.startNumbers = position.start_numbers;
  board.turns = position.turns;
  board.view = position.view;
}

/** Says what the class and the computer have played since the last question; empty at the first. @param {PositionTask} task */
export function playedOn({ board, can_step_back }) {
  const [own, reply] = board.turns.slice(-2);
  return can_step_back && own && reply && reply.seat !== board.view.to_move ? say("playedOn", { move: own.move, answer: reply.move }) : "";
}

/** One position for all. */
export class PositionView {
  element = h("section", { class: "task position" });
  #board = /** @type {Board} */ (document.createElement("aliquot-board"));
  #head = h("p", { class: "goal" });
  #said = h("p", { class: "said", role: "status" });
  #choices = h("div", { class: "choices" });
  #bars = h("div", { class: "answers" });
  #line;
  /** @type {PositionTask | null} */
  #task = null;
  #problem = "";
  /** The move that is being sent. */
  #sending = "";

  /** @param {ClassLine} line */
  constructor(line) {
    this.#line = line;
    this.element.append(h("div", { class: "stage" }, this.#board), h("div", { class: "side" }, this.#head, this.#said, this.#choices, this.#bars));
    this.#board.choicesIn = this.#choices;
    this.#board.addEventListener("drawn", () => this.#markPick());
    this.element.addEventListener("choose", (event) => this.#choose(/** @type {CustomEvent} */ (event).detail.notation));
    this.element.addEventListener("click", (event) => {
      const task = this.#task;
      if (task === null || task.stage !== "asking" || !(event.target instanceof Element)) return;
      const slip = slipText(task.board.view, event.target);
      if (slip !== "") this.#object(slip);
    });
  }

  /** @param {string} text */
  #object(text) {
    this.#problem = text;
    this.#draw();
    announce(text);
  }

  /** @param {string} move */
  async #choose(move) {
    const task = this.#task;
    if (task === null || task.stage !== "asking") return;
    this.#problem = "";
    this.#sending = move;
    this.#draw();
    try {
      await this.#line.send("picks", { activity: task.activity, step: task.step, move });
      if (this.#task?.step === task.step) this.#task = { ...this.#task, pick: move };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#problem = error.reason;
    }
    this.#sending = "";
    this.#draw();
  }

  /** @param {PositionTask} task */
  update(task) {
    if (this.#task === null || task.step !== this.#task.step || task.stage !== this.#task.stage) {
      this.#problem = "";
      if (task.stage === "asking") announce(`${playedOn(task)} ${say("choose")}`);
    }
    this.#task = task;
    this.#draw();
  }

  #draw() {
    const task = this.#task;
    if (task === null) return;
    const asks = task.stage === "asking" && task.board.result === "";
    const pick = this.#sending || task.pick;
    const view = this.#board.view === null || JSON.stringify(this.#board.view) !== JSON.stringify(task.board.view);
    if (view) showBoard(this.#board, task.board);
    this.#board.choices = task.choices === "hidden" ? "hidden" : "shown";
    this.#board.playable = asks;
    this.#board.marks = new Map(task.bars.filter((bar) => bar.wins !== null).map((bar) => [bar.move, bar.wins ? "W" : "L"]));
    this.#choices.hidden = !asks;
    fill(this.#head, h("p", {}, h("b", {}, `${task.board.title}.`), ` ${task.board.goal}`));
    const said = task.board.result !== "" ? task.board.result : asks ? (pick === null ? `${playedOn(task)} ${say("choose")}`.trim() : say("chosen", { move: pick })) : `${say("answersIn")} ${pick === null ? say("youChoseNothing") : say("youChose", { move: pick })}`;
    fill(this.#said, h("p", { class: "said" }, this.#problem !== "" ? this.#problem : said));
    this.#said.classList.toggle("wrong", this.#problem !== "");
    this.#said.classList.toggle("sent", asks && pick !== null && this.#problem === "");
    fill(this.#bars, h("div", {}, task.bars.length > 0 && drawBars(task.bars, { own: pick }), drawRemark(task)));
    this.#markPick();
  }

  #markPick() {
    const pick = this.#sending || this.#task?.pick;
    for (const chip of this.element.querySelectorAll("[data-notation]")) {
      chip.classList.toggle("picked", chip.getAttribute("data-notation") === pick);
    }
  }
}

/** A game in pairs: the match of the round, live. */
export class PairsView {
  element = h("section", { class: "task pairs" });
  #head = h("p", { class: "round" });
  #place = h("div", { class: "place" });
  #match = "";

  /** @param {PairsTask} task */
  update(task) {
    const words = task.match === null ? say(task.round === 0 ? "beforeRounds" : "noGame") : say("gameAgainst", { round: task.round, name: task.opponent });
    // The board names the opponent.
    const shown = task.over ? say("roundOver") : task.match === null ? words : say("roundNumber", { round: task.round });
    const score = task.played > 0 ? ` ${say("score", { won: task.won, played: task.played })}` : "";
    fill(this.#head, h("p", {}, shown, score));
    if (this.element.firstElementChild === null) this.element.append(this.#head, this.#place);
    this.element.classList.toggle("waits", task.match === null);
    if (task.match === this.#match) return;
    this.#match = task.match ?? "";
    this.#place.replaceChildren();
    announce(words);
    if (task.match !== null && task.token !== null) this.#open(task.match, task.token);
  }

  /** Opens a match, again until the server has it. @param {string} match @param {string} token */
  async #open(match, token) {
    await import("../components/match.js");
    while (match === this.#match) {
      try {
        const state = await api("GET", `/api/matches/${match}`, undefined, { token });
        if (match !== this.#match) return;
        const element = /** @type {import("../components/match.js").MatchElement} */ (document.createElement("aliquot-match"));
        this.#place.replaceChildren(element);
        element.load({ v: 1, match, token, seats: state.you, path: "", private: "", state });
        return;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await new Promise((done) => setTimeout(done, 1000));
      }
    }
  }
}

/** A worksheet: exercises one after the other. */
export class WorksheetView {
  element = h("section", { class: "task worksheet" });
  #board = /** @type {Board} */ (document.createElement("aliquot-board"));
  #goal = h("p", { class: "goal" });
  #text = h("p", { class: "question" });
  #reply = h("p", { class: "reply", role: "status" });
  #steps = h("ol", { class: "steps" });
  #choices = h("div", { class: "choices" });
  #buttons = h("div", { class: "ways" });
  #line;
  /** @type {WorksheetTask | null} */
  #task = null;
  #number = 0;
  /** The exercise on the page. @type {any} */
  #exercise = null;
  #isDone = false;
  #isAsking = false;

  /** @param {ClassLine} line */
  constructor(line) {
    this.#line = line;
    this.element.append(h("div", { class: "stage" }, this.#board), h("div", { class: "side" }, this.#steps, this.#goal, this.#text, this.#choices, this.#reply, this.#buttons));
    this.#board.choicesIn = this.#choices;
    this.element.addEventListener("choose", (event) => this.#answer(/** @type {CustomEvent} */ (event).detail.notation));
    this.#buttons.addEventListener("click", (event) => {
      const by = event.target instanceof Element ? event.target.closest("button") : null;
      if (by?.hasAttribute("data-judge")) this.#answer(by.getAttribute("data-judge") === "won");
      else if (by?.hasAttribute("data-next")) this.#go();
    });
  }

  /** @param {WorksheetTask} task */
  update(task) {
    const isNew = this.#task === null;
    this.#task = task;
    if (isNew) this.#go();
    this.#draw();
  }

  /** Goes to the first exercise that is not solved. */
  #go() {
    const task = this.#task;
    if (task === null) return;
    const open = task.solved.findIndex((solved, place) => !solved && place + 1 > this.#number);
    const place = open >= 0 ? open : task.solved.findIndex((solved) => !solved);
    this.#number = place + 1;
    this.#exercise = null;
    this.#isDone = false;
    this.#reply.textContent = "";
    this.#reply.className = "reply";
    if (place >= 0) this.#fetch(task, this.#number);
    this.#draw();
  }

  /** @param {WorksheetTask} task @param {number} number */
  async #fetch(task, number) {
    for (;;) {
      try {
        const exercise = await api("GET", `/api/lessons/${task.lesson}/exercises/${task.seed}/${number}`);
        if (number !== this.#number) return;
        this.#exercise = exercise;
        this.#board.startNumbers = exercise.start_numbers;
        this.#board.turns = [];
        this.#board.view = exercise.view;
        announce(exercise.text);
        this.#draw();
        return;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await new Promise((done) => setTimeout(done, 1500));
      }
    }
  }

  /** @param {string | boolean} answer */
  async #answer(answer) {
    const task = this.#task;
    const number = this.#number;
    if (task === null || this.#isDone || this.#isAsking) return;
    this.#isAsking = true;
    this.#draw();
    try {
      const reply = await this.#line.send("answers", { activity: task.activity, number, answer });
      if (number !== this.#number) return;
      this.#isDone = reply.done;
      this.#reply.textContent = reply.text;
      this.#reply.className = `reply ${reply.accepted ? "right" : "wrong"}`;
      if (reply.accepted) {
        this.#board.turns = reply.turns;
        this.#board.view = reply.view;
        task.solved[number - 1] = true;
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#reply.textContent = error.reason;
      this.#reply.className = "reply wrong";
    } finally {
      this.#isAsking = false;
      this.#draw();
    }
    if (this.#isDone) this.#buttons.querySelector("button")?.focus({ preventScroll: true });
  }

  #draw() {
    const task = this.#task;
    if (task === null) return;
    const solved = task.solved.filter(Boolean).length;
    const over = this.#number === 0 || (solved === task.total && this.#isDone);
    const judges = this.#exercise?.question === "judge" && !this.#isDone;
    fill(
      this.#steps,
      h("ol", {}, task.solved.map((is, place) => h("li", { class: is ? "past" : place + 1 === this.#number ? "now" : "" }, h("span", { class: "unseen" }, say("exercise", { number: place + 1, total: task.total }))))),
    );
    fill(this.#goal, h("p", {}, this.#exercise !== null && !over && h("b", {}, `${this.#exercise.title}.`), this.#exercise !== null && !over && ` ${this.#exercise.goal}`));
    this.#board.hidden = this.#exercise === null;
    this.#board.playable = !this.#isDone && !this.#isAsking && !judges;
    this.#board.choices = judges ? "hidden" : "shown";
    this.#choices.hidden = judges || this.#isDone || this.#exercise === null;
    const atOnce = task.solved.filter((is, place) => is && (task.tries[place] ?? 0) <= 1).length;
    this.#text.textContent = over ? `${say("worksheetDone", { total: task.total })} ${say("first", { count: atOnce })}` : (this.#exercise?.text ?? "");
    fill(
      this.#buttons,
      h(
        "div",
        {},
        judges && h("button", { type: "button", "data-judge": "won", "data-key": "won", disabled: this.#isAsking }, say("wonButton")),
        judges && h("button", { type: "button", "data-judge": "lost", "data-key": "lost", disabled: this.#isAsking }, say("lostButton")),
        this.#isDone && !over && h("button", { type: "button", class: "strong", "data-key": "next", "data-next": "" }, say("next")),
      ),
    );
  }
}
