// @ts-check
// <aliquot-match>: a live match. It shows what the server sends, and sends what the player does.
import "../boards/board.js";
import { Live } from "../live/socket.js";
import { apply, begin, assumeMove, confirmedState } from "../live/state.js";
import { api, Refused } from "./api.js";
import { read } from "./commands.js";
import { matchLink, winLossMarks } from "./page-data.js";
import { fill, h } from "./dom.js";
import { store, storeToken, load, loadToken } from "./storage.js";
import { eventText } from "./event-text.js";
import { drawOffers } from "./offers.js";
import * as panels from "./panels.js";
import { announce, isTyping } from "./announce.js";
import { nameOf, ownSeat, resultText, shownName, tabTitle } from "./result.js";
import { isSlip, slipText } from "./slips.js";
import { sentence } from "../sentences.js";
import { typeset } from "../boards/figures.js";
import { Analysis, drawStacks, missedNumbers, reviewOf } from "./analysis.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Seated} Seated */
/** @typedef {import("../types.js").Study} Study */
/** @typedef {import("../types.js").MatchEvent} MatchEvent */
/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {import("../boards/board.js").Board} Board */

const TICK = 200;

export class MatchElement extends HTMLElement {
  /** The state on the page. @type {import("../live/state.js").PageState | null} */
  #state = null;
  /** @type {Live | null} */
  #live = null;
  /** @type {string | null} */
  #token = null;
  /** When the last message came. */
  #receivedAt = 0;
  /** A move that is sent and not answered. @type {{id: string, ply: number, notation: string} | null} */
  #pending = null;
  /** The type of each message sent, by its id. @type {Map<string, string>} */
  #sent = new Map();
  /** A move that waits to be confirmed. */
  #unconfirmed = "";
  /** The sentence about the option under the pointer. */
  #hover = "";
  /** The line below the board. */
  #note = "";
  #analysis = new Analysis();
  #drawer = false;
  /** Whether the player is asked to confirm resigning. */
  #confirmsResign = false;
  /** The ply at which the legal moves were revealed. */
  #revealed = -1;
  #line = "open";
  /** The seats of the players who have no connection. @type {number[]} */
  #away = [];
  /** The finished match whose review is on the page. */
  #reviewed = "";
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;

  #board = /** @type {Board} */ (document.createElement("aliquot-board"));
  #players = h("div", { class: "players" });
  #goal = h("p", { class: "goal" });
  #sentence = h("p", { class: "sentence" });
  #ending = h("div", { class: "ending" });
  #message = h("p", { class: "note" });
  #lost = h("p", { class: "lost", hidden: true });
  #offers = h("div", { class: "offers" });
  #choices = h("div", { class: "choices" });
  #actions = h("div", { class: "actions", role: "toolbar", "aria-label": sentence("actions") });
  #panel = h("aside", { class: "panel", "aria-label": sentence("panel") });
  #extra = h("div", { class: "extra" });
  #moves = h("div", { class: "list" });
  #course = h("div", { class: "course" });
  #studyPanel = h("div", { class: "study" });
  #command = h("input", { name: "command", autocomplete: "off", spellcheck: "false", maxlength: 64, "aria-label": sentence("command"), placeholder: sentence("commandHint") });
  #confirmBox = h("input", { type: "checkbox" });

  connectedCallback() {
    if (this.firstElementChild?.classList.contains("head")) return;
    this.#confirmBox.checked = load("confirm") === "yes";
    this.#confirmBox.addEventListener("change", () => store("confirm", this.#confirmBox.checked ? "yes" : null));
    const form = h("form", { class: "command" }, this.#command);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = this.#command.value;
      this.#command.value = "";
      this.#run(typed);
    });
    const setting = h("label", { class: "setting" }, this.#confirmBox, ` ${sentence("confirmEachMove")}`);
    this.#panel.append(this.#studyPanel, this.#course, this.#moves, form, h("div", { class: "last" }, setting, this.#extra));
    this.classList.add("game");
    this.replaceChildren(
      h("div", { class: "head" }, this.#lost, this.#players, this.#goal),
      h("div", { class: "stage" }, this.#board),
      h("div", { class: "side" }, this.#sentence, this.#ending, this.#message, this.#offers, this.#choices, this.#actions, this.#panel),
    );
    this.#board.choicesIn = this.#choices;
    this.#board.addEventListener("choose", (event) => this.#choose(/** @type {CustomEvent} */ (event).detail.notation));
    this.#board.addEventListener("consider", (event) => {
      this.#hover = /** @type {CustomEvent} */ (event).detail.text;
      this.#drawLines();
    });
    this.addEventListener("click", this.#onClick);
    this.addEventListener("submit", this.#onJoin);
    document.addEventListener("keydown", this.#onKey);
    this.#clock = setInterval(() => this.#tick(), TICK);
    if (this.#state !== null) this.#draw();
  }

  disconnectedCallback() {
    this.#live?.close();
    this.#live = null;
    clearInterval(this.#clock);
    document.removeEventListener("keydown", this.#onKey);
  }

  /** The state as the server knows it. @returns {State | null} */
  get state() {
    return this.#state === null ? null : confirmedState(this.#state);
  }

  /**
   * Shows a match and follows it.
   *
   * @param {Seated | State} match The seat just taken, or the state of the match.
   */
  load(match) {
    this.#live?.close();
    const seated = "token" in match ? match : null;
    if (seated !== null) storeToken(seated.match, seated.token);
    const state = seated === null ? /** @type {State} */ (match) : { ...seated.state, you: seated.seats };
    this.#token = loadToken(state.match);
    this.#state = begin(state);
    this.#receivedAt = performance.now();
    this.#pending = null;
    this.#analysis.clear();
    this.#analysis.isWanted = false;
    this.#note = this.#hover = this.#unconfirmed = "";
    this.#drawer = this.#confirmsResign = false;
    this.#away = [];
    this.#sent.clear();
    const live = new Live(state.match, { token: this.#token });
    this.#live = live;
    live.addEventListener("state", (event) => this.#onState(/** @type {CustomEvent} */ (event).detail));
    live.addEventListener("event", (event) => this.#onEvent(/** @type {CustomEvent} */ (event).detail));
    live.addEventListener("answer", (event) => this.#onAnswer(/** @type {CustomEvent} */ (event).detail));
    live.addEventListener("presence", (event) => this.#onPresence(/** @type {CustomEvent} */ (event).detail));
    live.addEventListener("connection", (event) => this.#onLine(/** @type {CustomEvent} */ (event).detail));
    this.#draw();
    if (!panels.isReady(state) && panels.seatsOf(state).length > 0 && state.mode === "link") this.#share();
  }

  // --- messages of the server --------------------------------------------------------------------------------------

  /** @param {State & {events?: MatchEvent[]}} state */
  #onState(state) {
    const before = this.#state === null ? null : confirmedState(this.#state);
    const pending = this.#pending;
    this.#receivedAt = performance.now();
    this.#state = begin(state);
    const happened = state.events ?? [];
    if (pending !== null) {
      const done = happened.some((event) => event.id === pending.id) || state.ply !== pending.ply || state.outcome !== null;
      if (done) this.#pending = null;
      else this.#state = assumeMove(this.#state, pending.notation);
    }
    if (before !== null && before.number < state.number) this.announceLast();
    if (panels.isReady(state)) this.#dialog?.close();
    this.#draw();
    if (before !== null && before.next === null && state.next !== null) this.#continue(state.next);
  }

  /** Announces the last move and what to do next, or the result. */
  announceLast() {
    if (this.#state === null) return;
    const state = confirmedState(this.#state);
    const last = state.turns.at(-1);
    const news = state.outcome !== null ? resultText(state) : last === undefined ? "" : panels.turnText(state, last);
    announce(`${news} ${state.outcome === null ? panels.question(state) : ""}`.trim());
  }

  /** @param {MatchEvent} event */
  #onEvent(event) {
    if (this.#state === null) return;
    const before = confirmedState(this.#state);
    const after = apply(this.#state, event);
    if (after === null) return;
    this.#receivedAt = performance.now();
    this.#state = after;
    const mine = event.id !== "" && event.id === this.#pending?.id;
    if (mine || after.ply !== before.ply) this.#pending = null;
    const news = eventText(after, event);
    if (news.line !== null) this.#note = news.line;
    announce(news.spoken);
    if (event.kind === "moved") this.#unconfirmed = "";
    this.#mark(before, after, mine);
    if (event.kind === "joined" && panels.isReady(after)) this.#dialog?.close();
    if (event.kind === "taken_back") this.#reviewed = "";
    this.#draw();
    if (event.kind === "continued" && event.next !== undefined) this.#continue(event.next);
  }

  /** Marks what has happened with a sound, and a win with joy. @param {State} before @param {State} after @param {boolean} mine */
  async #mark(before, after, mine) {
    const { outcome } = after;
    const ends = before.outcome === null && outcome !== null;
    const wins = ends && (after.mode === "device" || panels.seatsOf(after).includes(outcome.winner));
    if (!ends && (mine || before.ply === after.ply)) return;
    if (!wins && document.documentElement.dataset["sounds"] !== "on") return;
    const { celebrate, sound } = await import("./moments.js");
    if (ends) sound(wins || panels.seatsOf(after).length === 0 ? "win" : "lose");
    else sound(panels.isYourTurn(after) ? "turn" : "move");
    if (wins && this.#board.parentElement !== null) celebrate(this.#board.parentElement);
  }

  /** @param {Answer} answer */
  #onAnswer(answer) {
    const type = this.#sent.get(answer.id);
    this.#sent.delete(answer.id);
    if (answer.id === this.#pending?.id && answer.result !== "accepted") {
      this.#pending = null;
      if (this.#state !== null) this.#state = begin(confirmedState(this.#state));
    }
    if (answer.result === "refused") this.#show(answer.reason);
    else if (answer.result === "stale") this.#show(sentence("stale"));
    else if (type === "hint" && answer.text !== "") this.#show(answer.text);
    this.#draw();
  }

  /** @param {string} line */
  #onLine(line) {
    if (line === this.#line) return;
    const before = this.#line;
    this.#line = line;
    this.#lost.hidden = line === "open";
    const problem = sentence(line === "gone" ? "matchGone" : "connectionLost");
    this.#lost.textContent = problem;
    if (line === "open") {
      if (before === "lost") announce(sentence("connected"));
    } else announce(problem);
  }

  /** @param {number[]} away */
  #onPresence(away) {
    const state = this.state;
    const before = this.#away;
    this.#away = away;
    this.#tick();
    if (state === null || state.outcome !== null) return;
    for (const { seat } of state.players) {
      if (away.includes(seat) !== before.includes(seat)) announce(sentence(away.includes(seat) ? "isAway" : "isBack", { name: nameOf(state, seat) }));
    }
  }

  /** Shows a line below the board, and announces it. @param {string} text */
  #show(text) {
    this.#note = text;
    announce(text);
  }

  /** Goes on to the game that follows, and takes along whoever watches. @param {string} next */
  async #continue(next) {
    if (this.#token !== null) storeToken(next, this.#token);
    const going = new CustomEvent("next", { bubbles: true, cancelable: true, detail: { match: next } });
    try {
      const state = await api("GET", `/api/matches/${next}`, undefined, { token: this.#token });
      if (!this.dispatchEvent(going)) return;
      this.load(state);
      announce(`${sentence("nextGame")} ${panels.question(state)}`);
    } catch (problem) {
      this.#show(problem instanceof Refused ? problem.reason : String(problem));
      this.#draw();
    }
  }

  // --- actions --------------------------------------------------------------------------------------

  /** @param {string} notation */
  #choose(notation) {
    const current = this.#state;
    if (current === null || this.#pending !== null || !panels.isYourTurn(current)) return;
    if (this.#confirmBox.checked && this.#unconfirmed !== notation) {
      this.#unconfirmed = notation;
      this.#show(sentence("confirmMove", { move: notation }));
      this.#draw();
      return;
    }
    this.#play(notation);
  }

  /** Makes a move: it is drawn at once, and undone if the server refuses it. @param {string} text */
  #play(text) {
    const current = this.#state;
    if (current === null || this.#live === null) return;
    this.#unconfirmed = this.#note = this.#hover = "";
    const options = current.view.options.filter((option) => option.notation === text || option.label === text);
    const notation = current.view.swap?.notation === text ? text : options.length === 1 ? options[0]?.notation ?? text : text;
    const id = this.#send("move", { ply: current.ply, move: notation });
    this.#pending = { id, ply: current.ply, notation };
    this.#state = assumeMove(current, notation);
    this.#draw();
    if (document.documentElement.dataset["sounds"] === "on") import("./moments.js").then(({ sound }) => sound("move"));
  }

  /**
   * @param {string} type
   * @param {Record<string, unknown>} [more]
   * @returns {string}
   */
  #send(type, more = {}) {
    const id = this.#live?.send({ type, ...more }) ?? "";
    this.#sent.set(id, type);
    return id;
  }

  /** @param {MouseEvent} event */
  #onClick = (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-action]") : null;
    if (button instanceof HTMLElement) this.#act(button.dataset["action"] ?? "", button);
    else if (this.#state !== null && this.#pending === null && panels.isYourTurn(this.#state)) {
      const slip = slipText(this.#state.view, event.target instanceof Element ? event.target : null);
      if (slip !== "") {
        this.#show(slip);
        this.#drawLines();
      }
    }
  };

  /**
   * @param {string} action
   * @param {HTMLElement} [by]
   */
  #act(action, by) {
    const state = this.state;
    if (state === null) return;
    switch (action) {
      case "hint":
      case "take_back":
      case "again":
        this.#send(action);
        break;
      case "agree":
      case "decline":
        this.#send("answer", { agree: action === "agree" });
        break;
      case "resign":
        this.#confirmsResign = true;
        break;
      case "give_up":
      case "play_on":
        if (action === "give_up") this.#send("resign");
        this.#confirmsResign = false;
        break;
      case "confirm":
        this.#play(this.#unconfirmed);
        break;
      case "study":
        this.#analysis.isWanted = !this.#analysis.isWanted;
        if (this.#analysis.isWanted) this.#note = "";
        break;
      case "reveal":
        this.#revealed = this.#revealed === state.ply ? -1 : state.ply;
        break;
      case "moves":
        this.#drawer = !this.#drawer;
        this.#draw();
        if (this.#drawer) this.#panel.scrollIntoView({ block: "nearest" });
        return;
      case "share":
        this.#share();
        break;
      case "copy":
        if (by !== undefined) this.#sendOn(state, by);
        return;
      case "help":
        this.#show(sentence("help"));
        break;
    }
    this.#draw();
  }

  /** Does what was typed. @param {string} typed */
  #run(typed) {
    const command = read(typed);
    if (command.does === "move") {
      const current = this.#state;
      if (current === null || !panels.isYourTurn(current) || this.#pending !== null) this.#show(sentence("notYourTurn"));
      else if (current.game.penalty === "forfeit" && isSlip(current.view, command.text)) {
        this.#unconfirmed = command.text;
        this.#show(sentence("slipLoses", { choice: command.text }));
      } else this.#play(command.text);
      this.#drawLines();
    } else if (command.does !== "nothing") this.#act(command.does);
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (plain && /^[0-9]$/.test(event.key) && !isTyping(event.target) && this.#command.checkVisibility() && !this.#dialog?.open) {
      this.#command.focus();
    }
    if (event.key === "Escape" && this.#drawer) {
      this.#drawer = false;
      this.#draw();
    }
  };

  /**
   * Shares a finished match, or a challenge after a win.
   *
   * @param {State} state
   * @param {HTMLElement} by
   */
  async #sendOn(state, by) {
    const { message, send } = await import("./challenge.js");
    await send(message(state, matchLink(state.match)), by);
  }

  /** Gives the player here a name, for this match and later ones. @param {string} name */
  async #rename(name) {
    await api("POST", `/api/matches/${this.state?.match ?? ""}/join`, { name }, { token: this.#token });
    store("name", name);
  }

  // What few games need is fetched when it is needed.
  async #share() {
    const state = this.state;
    if (state === null) return;
    const plays = panels.seatsOf(state).length > 0;
    if (plays && this.#token === null) {
      // Whoever is known by a cookie alone has a private link, too.
      const seated = await api("GET", `/api/matches/${state.match}/seat`).catch(() => null);
      if (seated !== null && this.state?.match === seated.match) storeToken(seated.match, (this.#token = seated.token));
    }
    const token = plays ? this.#token : null;
    const { shareDialog } = await import("./share.js");
    const now = this.state;
    // Meanwhile somebody may have sat down, or another game begun: then nothing stands in the way of the board.
    if (now?.match !== state.match || (panels.isReady(now) && !panels.isReady(state))) return;
    this.#dialog?.remove();
    this.#dialog = shareDialog(state.match, { waits: !panels.isReady(state), token, rename: plays && load("name") === null ? (name) => this.#rename(name) : null });
    this.append(this.#dialog);
    if (this.isConnected) this.#dialog.showModal();
  }

  /** @param {SubmitEvent} event */
  #onJoin = async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.classList.contains("join")) return;
    event.preventDefault();
    const name = String(new FormData(form).get("name") ?? "").trim();
    try {
      const seated = await api("POST", `/api/matches/${this.state?.match ?? ""}/join`, name === "" ? {} : { name });
      if (name !== "") store("name", name);
      this.load(seated);
      announce(`${sentence("joinedByYou")} ${panels.question({ ...seated.state, you: seated.seats })}`);
    } catch (problem) {
      this.#show(problem instanceof Refused ? problem.reason : String(problem));
      this.#draw();
    }
  };

  // --- drawing ---------------------------------------------------------------------------------------

  #draw() {
    const current = this.#state;
    if (current === null || !this.isConnected) return;
    const over = current.outcome !== null;
    const marked = current.assumedMove === undefined ? this.#analysis.study(current) : null;
    fillBoard(this.#board, current, marked, { isFree: this.#pending === null, reveals: this.#revealed === current.ply });
    this.classList.toggle("drawn-out", this.#drawer);
    this.classList.toggle("over", over);
    this.classList.toggle("waiting", !panels.isReady(current));
    for (const own of [this.#command.form, this.#confirmBox.parentElement]) if (own !== null) own.hidden = panels.seatsOf(current).length === 0;
    document.title = tabTitle(current, panels.isYourTurn(current));
    this.#tick();
    fill(this.#offers, drawOffers(current, { resigns: this.#confirmsResign, name: load("name") ?? "" }));
    fill(this.#goal, panels.drawGoal(current));
    fill(this.#extra, panels.drawExtra(current));
    fill(this.#actions, panels.drawActions(current, { studies: this.#analysis.isWanted, reveals: this.#revealed === current.ply, drawer: this.#drawer }));
    fill(this.#moves, h("div", {}, panels.drawMoves(current)));
    const list = this.#moves.firstElementChild;
    if (list instanceof HTMLElement) {
      list.scrollTop = list.scrollHeight;
      reach(list);
    }
    this.#drawStudy(confirmedState(current));
    this.#drawLines();
    if (!over || this.#reviewed !== current.match) this.#board.missed = [];
    if (!over) this.#course.replaceChildren();
    else if (this.#reviewed !== current.match) this.#review(current);
  }

  /** Shows where a finished match was decided, and its chart. @param {State} state */
  async #review({ match }) {
    this.#reviewed = match;
    const waiting = sentence("reviewing");
    if (this.#note === "") this.#note = waiting;
    this.#drawLines();
    const review = await reviewOf(match);
    const { strip } = await import("./strip.js");
    if (this.state?.match !== match) return;
    if (this.#note === waiting) this.#note = "";
    if (review === null || this.state.outcome === null) {
      this.#drawLines();
      return;
    }
    const { missed } = review;
    const isLesson = missed !== null && this.state.outcome.winner !== missed.seat && ownSeat(this.state) === missed.seat;
    this.#board.missed = isLesson ? missedNumbers(this.state, missed) : [];
    this.#board.draw();
    const isMarked = this.#board.querySelector(".missed")?.checkVisibility() ?? false;
    const numbers = review.turns
      .filter((/** @type {{mark: string}} */ turn) => turn.mark === "blunder")
      .map((/** @type {{number: number}} */ turn) => turn.number);
    const seat = ownSeat(this.state);
    const isClean = this.state.outcome.winner === seat && review.leaders.length > 0 && review.leaders.every((/** @type {number} */ leader) => leader === seat);
    const summary = isClean ? sentence("ledByYou") : review.summary;
    if (this.#note === "") this.#show(isLesson ? `${missed.sentence}${isMarked ? ` ${sentence("starsMark")}` : ""}` : summary);
    const names = this.#board.names;
    if (review.leaders.length > 0) this.#course.replaceChildren(strip({ leaders: review.leaders, names, blunders: numbers }));
    this.#drawLines();
  }

  #tick() {
    if (this.#state !== null) fill(this.#players, panels.drawPlayers(this.#state, performance.now() - this.#receivedAt, this.#away));
  }

  #drawLines() {
    const current = this.#state;
    if (current === null) return;
    // While somebody else is to move, the pointer may rest anywhere: the line says whose turn it is.
    const hover = panels.isYourTurn(current) ? this.#hover : "";
    const text = typeset(hover === "" ? panels.question(current) : hover);
    // The sentence about a move under a finger takes no less room than the one before: the board stays under the finger.
    this.#sentence.style.minHeight = hover === "" ? "" : `${this.#sentence.offsetHeight}px`;
    if (this.#sentence.textContent !== text) this.#sentence.textContent = text;
    const study = this.#analysis.isWanted && this.#note === "" && this.#analysis.text;
    fill(this.#message, h("p", {}, typeset(this.#note), study && typeset(study), this.#unconfirmed !== "" && panels.button("confirm", sentence("play"), { strong: true })));
    reach(this.#message);
  }

  /** Draws the study of the position. @param {State} state */
  #drawStudy(state) {
    const analysis = this.#analysis;
    if (analysis.isMissing(state)) {
      analysis.request(state, this.#token).then((is) => {
        if (!is) return;
        announce(analysis.text);
        this.#draw();
      });
    }
    const stacks = analysis.study(state)?.stacks ?? null;
    fill(this.#studyPanel, h("div", {}, stacks && drawStacks(stacks)));
    reach(this.#studyPanel);
  }
}

/**
 * Sets the properties of the board.
 *
 * @param {Board} board
 * @param {State} state
 * @param {Study | null} study
 * @param {{isFree: boolean, reveals: boolean}} how Whether the board is free, and whether the legal moves are revealed.
 */
function fillBoard(board, state, study, { isFree, reveals }) {
  const { view } = state;
  const hides = state.outcome === null && study === null && (state.choices === "hidden" || (state.choices === "asked" && !reveals));
  board.names = /** @type {[string, string]} */ (state.players.map(({ seat }) => shownName(state, seat)));
  board.startNumbers = state.start_numbers;
  board.turns = state.turns;
  board.choices = hides ? "hidden" : "shown";
  board.playable = isFree && panels.isYourTurn(state);
  const options = view.swap === null ? view.options : [view.swap, ...view.options];
  board.marks = study === null ? null : winLossMarks(options.map((option) => option.notation), new Set(study.winning_texts));
  board.pairs = study?.pairs ?? null;
  board.view = view;
}

/** Lets the keyboard scroll what is longer than its room. @param {HTMLElement} room */
function reach(room) {
  if (room.scrollHeight > room.clientHeight + 1) room.tabIndex = 0;
  else room.removeAttribute("tabindex");
}

customElements.define("aliquot-match", MatchElement);
