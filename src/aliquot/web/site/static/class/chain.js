// @ts-check
// The race for the longest chain on a pupil's device: tap a number to add it, and an end to go on there.
import { Refused } from "../components/api.js";
import { announce } from "../components/announce.js";
import { ChainState } from "../components/chain-state.js";
import { fill, h } from "../components/dom.js";
import { say } from "./sentences.js";

/** @typedef {import("../types.js").ChainTask} ChainTask */
/** @typedef {import("./line.js").ClassLine} ClassLine */

/** Milliseconds after the last change before it is sent. */
const SOON = 600;

/** The chain of one pupil. */
export class ChainView {
  element = h("section", { class: "task chain" });
  #head = h("p", { class: "goal" });
  #said = h("p", { class: "said", role: "status" });
  #strip = h("ol", { class: "strip-of-numbers", tabindex: 0, "aria-label": say("yourChain") });
  #cells = h("div", { class: "cells", role: "group", "aria-label": say("numbers") });
  #buttons = h("div", { class: "ways" });
  #line;
  /** @type {ChainTask | null} */
  #task = null;
  #state = new ChainState(0, []);
  #own = 0;
  #problem = "";
  /** Whether a change is still to be stored. */
  #isSending = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {ClassLine} line */
  constructor(line) {
    this.#line = line;
    this.element.append(this.#head, this.#said, this.#strip, this.#buttons, this.#cells);
    this.#strip.addEventListener("scroll", () => this.#fade());
    this.element.addEventListener("click", (event) => {
      const by = event.target instanceof Element ? event.target.closest("button, [data-number]") : null;
      if (!(by instanceof HTMLElement)) return;
      if (by.dataset["number"] !== undefined) this.#tap(Number(by.dataset["number"]));
      else if (by.dataset["do"] === "undo") this.#undo();
      else if (by.dataset["do"] === "again") this.#clear();
    });
  }

  /** @param {ChainTask} task */
  update(task) {
    // A partner's numbers are taken over unless there are own ones to be sent.
    const isNew = task.partner !== "" && !this.#isSending && task.chain.join() !== this.#state.numbers.join();
    if (this.#task === null) this.#state = new ChainState(task.high, task.links);
    if (this.#task === null || isNew) this.#state.take(task.chain);
    if (isNew || this.#task?.ceiling !== task.ceiling) this.#problem = "";
    this.#own = Math.max(this.#own, task.own);
    if (task.ceiling !== null && this.#task?.ceiling === null) announce(say("ceiling", { ceiling: task.ceiling, high: task.high }));
    this.#task = task;
    this.#draw();
  }

  /** Goes on at an end that is tapped, and adds any other number. @param {number} number */
  #tap(number) {
    const { numbers } = this.#state;
    const place = numbers.indexOf(number);
    const isLast = place === numbers.length - 1;
    if (numbers.length < 2 || (place !== 0 && !isLast)) return this.#add(number);
    this.#state.active = isLast ? "right" : "left";
    this.#problem = "";
    announce(say("chainActive", { number }));
    this.#draw();
  }

  /** @param {number} number */
  #add(number) {
    const isUsed = this.#state.numbers.includes(number);
    if (this.#state.add(number) === null) {
      this.#problem = isUsed ? say("chainUsed", { number }) : say("chainNeither", { number, ends: this.#ends().join(` ${say("or")} `) });
      announce(this.#problem);
      this.#draw();
      return;
    }
    this.#changed();
  }

  /** Shows that there is more on a side, so that half a number is not read as another. */
  #fade() {
    const { scrollLeft, scrollWidth, clientWidth } = this.#strip;
    this.#strip.classList.toggle("more-left", scrollLeft > 1);
    this.#strip.classList.toggle("more-right", scrollLeft < scrollWidth - clientWidth - 1);
  }

  /** Returns how a number of the chain is drawn: the end that grows next, the other end, or none. @param {number} number */
  #kind(number) {
    if (number === this.#state.at(this.#state.active)) return " end";
    return number === this.#state.at(this.#state.other) ? " other" : "";
  }

  #ends() {
    return [...new Set([this.#state.at("left"), this.#state.at("right")])];
  }

  #undo() {
    this.#state.undo();
    this.#changed();
  }

  #clear() {
    this.#state.restart();
    this.#changed();
  }

  #changed() {
    this.#problem = "";
    this.#own = Math.max(this.#own, this.#state.numbers.length);
    clearTimeout(this.#timer);
    this.#isSending = true;
    this.#timer = setTimeout(() => this.#send(), this.#task?.partner ? 0 : SOON);
    this.#draw();
  }

  async #send() {
    if (this.#task === null) return;
    const sent = this.#state.numbers;
    try {
      await this.#line.send("chains", { activity: this.#task.activity, chain: sent });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#problem = error.reason;
      this.#draw();
    }
    if (sent === this.#state.numbers) this.#isSending = false;
  }

  #draw() {
    const task = this.#task;
    if (task === null) return;
    const chain = this.#state.numbers;
    const partner = task.partner === "" ? "" : ` ${say("chainPartner", { name: task.partner })}`;
    fill(this.#head, h("p", {}, h("b", {}, say("chainTitle", { high: task.high })), ` ${say("chainGoal")}${partner}`));
    const open = new Set(this.#state.options().map((option) => option.move));
    const length = say(chain.length === 1 ? "chainLengthOne" : "chainLength", { count: chain.length });
    const ceiling = task.ceiling === null ? "" : ` ${say("ceilingShort", { ceiling: task.ceiling })}`;
    const stuck = chain.length > 0 && open.size === 0 ? ` ${say("chainStuck")}` : "";
    this.#said.textContent = this.#problem !== "" ? this.#problem : `${length} ${say("chainBest", { count: this.#own })}${ceiling}${stuck}`;
    this.#said.classList.toggle("wrong", this.#problem !== "");
    fill(this.#strip, h("ol", {}, chain.map((number) => h("li", { class: this.#kind(number).trim(), "data-number": number, "data-key": `link ${number}` }, number))));
    this.#strip.scrollLeft = this.#state.active === "right" ? this.#strip.scrollWidth : 0;
    this.#fade();
    fill(
      this.#buttons,
      h(
        "div",
        {},
        h("button", { type: "button", "data-do": "undo", "data-key": "undo", disabled: !this.#state.canUndo }, say("undo")),
        h("button", { type: "button", "data-do": "again", "data-key": "again", disabled: chain.length === 0 }, say("again")),
      ),
    );
    const cells = [];
    for (let number = 1; number <= task.high; number += 1) {
      const used = chain.includes(number);
      const kind = used ? `used${this.#kind(number)}` : open.has(number) ? "open" : "free";
      cells.push(h("button", { type: "button", class: number > 99 ? `${kind} long` : kind, "data-number": number, "data-key": `cell ${number}`, "aria-pressed": used ? "true" : null }, number));
    }
    fill(this.#cells, h("div", {}, cells));
  }
}
