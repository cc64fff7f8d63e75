// @ts-check
// <aliquot-board>: draws the view of any position of any game, and knows no rule. It sends the event `choose` with the
// move that is chosen, `consider` with the sentence about the move under the pointer or the keyboard, and `drawn`.
import { fill, h, morph } from "../components/dom.js";
import { api } from "../components/api.js";
import { sentence } from "../sentences.js";
import { drawChoices, fitChoices } from "./choices.js";
import { next, rove } from "./keys.js";
import { latticeFor } from "./lattice.js";
import { drawNumbers } from "./numbers.js";
import { drawPlain } from "./plain.js";
import { drawPool, joinPartners } from "./pool.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Turn} Turn */

const PROPERTIES = /** @type {const} */ ([
  "view",
  "turns",
  "startNumbers",
  "marks",
  "pairs",
  "missed",
  "href",
  "playable",
  "choices",
  "choicesIn",
  "names",
]);
/** How each kind of view is drawn; a page with a kind of its own adds it. @type {Map<string, (state: BoardState) => HTMLElement>} */
export const BOARDS = new Map([
  ["numbers", drawNumbers],
  ["pool", drawPool],
]);
/** Milliseconds in which the gold flies to the current number. */
const GLIDE = 220;
/** Lattices loaded on this page. @type {Map<string, import("../page-types.js").Lattice | null>} */
const lattices = new Map();

export class Board extends HTMLElement {
  /** The server's view of the position. @type {View | null} */
  view = null;
  /** The moves so far, for the path. @type {Turn[]} */
  turns = [];
  /** The numbers at the start, for the lattice. @type {string[]} */
  startNumbers = [];
  /** Which moves win, by their spelling. @type {Map<string, "W" | "L"> | Record<string, "W" | "L"> | null} */
  marks = null;
  /** Partners in a pool. @type {[unknown, unknown][] | null} */
  pairs = null;
  /** What would have won at the turning point, by the place of the number; in a pool the picks. @type {string[][]} */
  missed = [];
  /** Where a move leads, if moves are links. @type {((notation: string) => string | null) | null} */
  href = null;
  /** Whether one may choose. */
  playable = false;
  /** Whether what may be chosen is seen: `shown` or `hidden`. */
  choices = "shown";
  /** Where the legal moves are listed: in another element, below the board, or nowhere. @type {HTMLElement | "below" | null} */
  choicesIn = null;
  /** @type {[string, string]} */
  names = [sentence("player", { seat: 1 }), sentence("player", { seat: 2 })];

  #isDue = false;
  #sought = "";
  /** Whether all legal moves are listed. */
  #opened = false;
  #room = { width: 320, height: 320, node: 40 };
  /** The element that is listened to besides the board. @type {HTMLElement | null} */
  #outlet = null;
  /** The grid in which one chose last, to which the keyboard returns. */
  #home = "";
  /** The current number that was brought into sight last. @type {string | undefined} */
  #seen;
  /** @type {Map<string, string>} */
  #stops = new Map();
  /** @type {HTMLElement | null} */
  #pointed = null;
  /** @type {ResizeObserver | null} */
  #observer = null;

  constructor() {
    super();
    for (const name of PROPERTIES) this.#watch(name);
  }

  /** Draws anew, soon, whenever a property is set. @param {typeof PROPERTIES[number]} name */
  #watch(name) {
    let value = this[name];
    Object.defineProperty(this, name, {
      get: () => value,
      set: (newValue) => {
        value = newValue;
        this.#soon();
      },
    });
  }

  #soon() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => this.draw());
  }

  connectedCallback() {
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(this);
    this.#listen(this);
  }

  /** @param {HTMLElement} element */
  #listen(element) {
    element.addEventListener("click", this.#onClick);
    element.addEventListener("keydown", this.#onKey);
    element.addEventListener("focusin", this.#onPoint);
    element.addEventListener("focusout", this.#onLeave);
    element.addEventListener("pointerover", this.#onPoint);
    element.addEventListener("pointerleave", this.#onLeave);
    element.addEventListener("input", this.#onInput);
    element.addEventListener("submit", this.#onSubmit);
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }

  /** Draws anew where the room has changed. */
  #measure() {
    const { width, height } = this.#roomNow();
    if (width !== this.#room.width || height !== this.#room.height) this.#soon();
    else if (this.#outlet !== null) fitChoices(this.#outlet);
  }

  /** Returns the room of what is drawn now. */
  #roomNow() {
    const frame = this.querySelector(".lattice .frame, .pool, .plain, .heaps");
    const node = this.querySelector(".lattice .node");
    return {
      width: frame?.clientWidth || this.clientWidth || 320,
      height: frame?.clientHeight || this.clientHeight || 320,
      node: node instanceof HTMLElement ? node.offsetWidth : 40,
    };
  }

  /** @param {View} view @returns {BoardState} */
  #state(view) {
    const marks = this.marks instanceof Map ? this.marks : new Map(Object.entries(this.marks ?? {}));
    return {
      view,
      turns: this.turns,
      startNumbers: this.startNumbers,
      marks,
      pairs: (this.pairs ?? []).map(([a, b]) => [String(a), String(b)]),
      missed: this.missed,
      href: this.href,
      playable: this.playable,
      hides: this.choices === "hidden",
      names: this.names,
      sought: this.#sought,
      room: this.#room,
      lattices,
    };
  }

  /** Draws at once. */
  draw() {
    this.#isDue = false;
    const view = this.view;
    if (view === null) {
      this.replaceChildren();
      return;
    }
    this.#room = this.#roomNow();
    const state = this.#state(view);
    this.#fetch(state);
    const focused = document.activeElement;
    const held = this.contains(focused) || this.#outlet?.contains(focused) ? focused : null;
    const before = this.#currentSpot();
    this.#fill(state);
    // What was drawn first may have had no room to measure.
    const room = this.#roomNow();
    if (room.width !== this.#room.width || room.height !== this.#room.height || room.node !== this.#room.node) {
      this.#room = room;
      this.#fill(this.#state(view));
    }
    if (this.#outlet !== null) {
      fitChoices(this.#outlet);
      rove(this.#outlet, this.#stops);
    }
    rove(this, this.#stops);
    this.#keepFocus(held);
    this.#keepInSight();
    this.#glide(before);
    this.dispatchEvent(new CustomEvent("drawn"));
  }

  /** Returns the current number and where it is drawn. */
  #currentSpot() {
    const current = this.querySelector(".current");
    return current instanceof HTMLElement ? { key: current.dataset["key"], rect: current.getBoundingClientRect() } : null;
  }

  /** Lets the gold fly from the last number to the current one. @param {{key: string | undefined, rect: DOMRect} | null} before */
  #glide(before) {
    const current = this.querySelector(".current");
    if (!(current instanceof HTMLElement) || current.dataset["key"] === before?.key || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const to = current.getBoundingClientRect();
    const from = before?.rect ?? to;
    const [x, y] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
    current.animate({ transform: [`translate(${x}px, ${y}px) scale(1.15)`, "none"], zIndex: [3, 3] }, { duration: GLIDE, easing: "ease-out" });
  }

  /** Fills the board and the list of legal moves. @param {BoardState} state */
  #fill(state) {
    const place = this.choicesIn;
    const list = place === null ? null : drawChoices(state, this.#opened);
    if (place === "below") {
      list?.setAttribute("class", "choices");
      list?.setAttribute("data-key", "choices");
    }
    const wanted = h("div", { class: "board-shell" }, (BOARDS.get(state.view.kind) ?? drawPlain)(state), place === "below" && list);
    const shell = this.firstElementChild;
    if (shell === null) this.replaceChildren(wanted);
    else morph(shell, wanted);
    if (place instanceof HTMLElement && list !== null) {
      if (place !== this.#outlet) this.#listen(place);
      fill(place, list);
    }
    const outlet = place === "below" ? this.querySelector(".choices") : place;
    this.#outlet = outlet instanceof HTMLElement ? outlet : null;
  }

  /** Leaves the keyboard where it was; what is gone is followed by what has taken its place. @param {Element | null} held */
  #keepFocus(held) {
    if (held === null) return;
    const home = this.playable && this.#home !== "" ? this.#grid(this.#home) : null;
    const grid = home ?? (held.isConnected && held.checkVisibility() ? null : this.querySelector("[data-grid]"));
    if (home !== null) this.#home = "";
    const stop = grid?.querySelector('[tabindex="0"]');
    if (stop instanceof HTMLElement && !grid?.contains(document.activeElement)) stop.focus({ preventScroll: true });
  }

  /** @param {string} name @returns {Element | null} */
  #grid(name) {
    const selector = `[data-grid="${CSS.escape(name)}"]`;
    return this.querySelector(selector) ?? this.#outlet?.querySelector(selector) ?? null;
  }

  /** Brings the current number and the legal moves into view where the board itself scrolls. */
  #keepInSight() {
    const current = this.querySelector(".current");
    const frame = (current ?? this.querySelector("[data-notation]"))?.closest(".pool, .lattice, .heaps");
    const key = `${current?.getAttribute("data-key")} ${this.turns.length} ${this.#room.width} ${this.#room.height}`;
    if (!(frame instanceof HTMLElement) || this.#seen === key) return;
    this.#seen = key;
    if (frame.scrollHeight <= frame.clientHeight && frame.scrollWidth <= frame.clientWidth) return;
    const outer = frame.getBoundingClientRect();
    const open = [...frame.querySelectorAll("[data-notation]")].map((item) => item.getBoundingClientRect());
    const own = current?.getBoundingClientRect();
    const rects = own === undefined ? open : [...open, own];
    /** @param {"left" | "top"} start @param {"right" | "bottom"} end */
    const shift = (start, end) => {
      const [first, last] = [Math.min(...rects.map((rect) => rect[start])), Math.max(...rects.map((rect) => rect[end]))];
      // All of them, if they fit; otherwise the current number, and before there is one the beginning.
      if (last - first <= outer[end] - outer[start]) return (first + last - outer[start] - outer[end]) / 2;
      return own === undefined ? 0 : (own[start] + own[end] - outer[start] - outer[end]) / 2;
    };
    frame.scrollLeft += shift("left", "right");
    frame.scrollTop += shift("top", "bottom");
  }

  /** Asks for the lattices that are not here yet. @param {BoardState} state */
  #fetch(state) {
    if (state.hides) return;
    (state.view.heaps ?? []).forEach((_, place) => {
      const wanted = latticeFor(state, place);
      if (wanted === null) return;
      const { start, at } = wanted;
      const key = `${start}@${at}`;
      if (lattices.has(key)) return;
      const whole = lattices.get(start);
      if (whole) {
        lattices.set(key, whole);
        return;
      }
      if (pending.has(key)) return;
      pending.add(key);
      api("GET", `/api/lattice/${start}?at=${at}`).then(
        (lattice) => {
          lattices.set(key, lattice);
          if (lattice.whole) lattices.set(start, lattice);
          this.#soon();
        },
        () => {
          pending.delete(key);
          lattices.set(key, null);
          this.#soon();
        },
      );
    });
  }

  /** @param {Event} event @returns {HTMLElement | null} */
  #item(event) {
    const item = event.target instanceof Element ? event.target.closest("[data-item]") : null;
    return item instanceof HTMLElement ? item : null;
  }

  /** @param {MouseEvent} event */
  #onClick = (event) => {
    if (event.target instanceof Element && event.target.closest("[data-more]") !== null) {
      this.#opened = !this.#opened;
      this.draw();
      return;
    }
    const item = this.#item(event);
    const notation = item?.dataset["notation"];
    if (notation === undefined) return;
    this.#home = item?.closest("[data-grid]")?.getAttribute("data-grid") ?? "";
    this.#choose(notation);
  };

  /** @param {string} notation */
  #choose(notation) {
    this.#sought = "";
    this.#opened = false;
    this.dispatchEvent(new CustomEvent("choose", { bubbles: true, detail: { notation } }));
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    const item = this.#item(event);
    if (item === null) return;
    // A key that is held down chooses once.
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
    const to = event.altKey || event.metaKey ? null : next(item, event);
    if (to !== null) {
      event.preventDefault();
      to.focus();
    }
  };

  /** @param {Event} event */
  #onPoint = (event) => {
    const item = this.#item(event);
    if (item === null) return;
    const grid = item.closest("[data-grid]");
    if (event.type === "focusin" && grid !== null) {
      this.#stops.set(grid.getAttribute("data-grid") ?? "", item.dataset["key"] ?? "");
      rove(this, this.#stops);
      if (this.#outlet !== null) rove(this.#outlet, this.#stops);
    }
    if (item !== this.#pointed) this.#point(item);
  };

  #onLeave = () => this.#point(null);

  /** @param {HTMLElement | null} item */
  #point(item) {
    this.#pointed = item;
    const view = this.view;
    if (view !== null && view.kind === "pool" && this.pairs !== null) joinPartners(this, this.#state(view), item);
    this.#show(item?.dataset["key"]);
    const text = item?.dataset["says"] ?? "";
    this.dispatchEvent(new CustomEvent("consider", { bubbles: true, detail: { text, notation: item?.dataset["notation"] ?? "" } }));
  }

  /** Lights the node and the button of the same move together. @param {string | undefined} key */
  #show(key) {
    const places = this.#outlet === null ? [this] : [this, this.#outlet];
    /** @param {string} selector */
    const all = (selector) => places.flatMap((place) => [...place.querySelectorAll(selector)]);
    for (const lit of all(".pointed")) lit.classList.remove("pointed");
    const says = key === undefined ? "" : all(`[data-key="${CSS.escape(key)}"][data-says]`)[0]?.getAttribute("data-says") ?? "";
    if (says === "") return;
    for (const one of all(`[data-says="${CSS.escape(says)}"]`)) one.classList.add("pointed");
  }

  /** @param {Event} event */
  #onInput = (event) => {
    if (event.target instanceof HTMLInputElement && event.target.hasAttribute("data-search")) {
      this.#sought = event.target.value;
      this.#soon();
    }
  };

  /** @param {Event} event */
  #onSubmit = (event) => {
    event.preventDefault();
    const field = event.target instanceof HTMLFormElement ? event.target.querySelector("input") : null;
    if (field === null || field.value.trim() === "") return;
    this.#choose(field.value.trim());
    field.value = "";
  };
}

/** Lattices that are requested and not loaded yet. @type {Set<string>} */
const pending = new Set();

customElements.define("aliquot-board", Board);
