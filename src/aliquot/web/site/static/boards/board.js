// @ts-check
// <aliquot-board>: draws the view of any position of any game, and knows no rule. It sends the event `choose` with the
// move that is chosen, and `consider` with the sentence about the move under the pointer or the keyboard.
import { h, morph } from "../components/dom.js";
import { api } from "../components/api.js";
import { sentence } from "../sentences.js";
import { control, label, markOf } from "./control.js";
import { next, rove } from "./keys.js";
import { latticeFor } from "./lattice.js";
import { drawNumbers } from "./numbers.js";
import { drawPlain } from "./plain.js";
import { columnsIn, drawPool, joinPartners } from "./pool.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Turn} Turn */

const PROPERTIES = /** @type {const} */ ([
  "view",
  "turns",
  "startNumbers",
  "marks",
  "pairs",
  "href",
  "playable",
  "choices",
  "names",
]);
/** @type {Map<string, (state: BoardState) => HTMLElement>} */
const BOARDS = new Map([
  ["numbers", drawNumbers],
  ["pool", drawPool],
]);
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
  /** Where a move leads, if moves are links. @type {((notation: string) => string | null) | null} */
  href = null;
  /** Whether one may choose. */
  playable = false;
  /** Whether what may be chosen is seen: `shown` or `hidden`. */
  choices = "shown";
  /** @type {[string, string]} */
  names = [sentence("player", { seat: 1 }), sentence("player", { seat: 2 })];

  #isDue = false;
  #sought = "";
  /** The grid in which one chose last, to which the keyboard returns. */
  #home = "";
  /** The current number that was brought into sight last. @type {string | undefined} */
  #seen;
  #columns = 10;
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
    this.addEventListener("click", this.#onClick);
    this.addEventListener("keydown", this.#onKey);
    this.addEventListener("focusin", this.#onPoint);
    this.addEventListener("focusout", this.#onLeave);
    this.addEventListener("pointerover", this.#onPoint);
    this.addEventListener("pointerleave", this.#onLeave);
    this.addEventListener("input", this.#onInput);
    this.addEventListener("submit", this.#onSubmit);
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }

  #measure() {
    const high = this.view?.texts?.high;
    if (high === undefined) return;
    const columns = columnsIn(this.clientWidth - 16, high);
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#soon();
    }
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
      href: this.href,
      playable: this.playable,
      hides: this.choices === "hidden",
      names: this.names,
      sought: this.#sought,
      columns: this.#columns,
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
    if (view.texts !== undefined && this.clientWidth > 0) {
      this.#columns = columnsIn(this.clientWidth - 16, view.texts.high);
    }
    const state = this.#state(view);
    this.#fetch(state);
    const wanted = h("div", {}, (BOARDS.get(view.kind) ?? drawPlain)(state), drawFoot(state));
    const held = this.contains(document.activeElement) ? document.activeElement : null;
    const shell = this.firstElementChild;
    if (shell === null) this.replaceChildren(wanted);
    else morph(shell, wanted);
    this.firstElementChild?.setAttribute("class", "board-shell");
    rove(this, this.#stops);
    this.#keepFocus(held);
    this.#keepInSight();
  }

  /** Leaves the keyboard where it was; what is gone is followed by what has taken its place. @param {Element | null} held */
  #keepFocus(held) {
    if (held === null) return;
    const home = this.playable && this.#home !== "" ? this.querySelector(`[data-grid="${CSS.escape(this.#home)}"]`) : null;
    const grid = home ?? (held.isConnected ? null : this.querySelector("[data-grid]"));
    if (home !== null) this.#home = "";
    const stop = grid?.querySelector('[tabindex="0"]');
    if (stop instanceof HTMLElement && !grid?.contains(document.activeElement)) stop.focus({ preventScroll: true });
  }

  /** Brings the current number into view where the board itself scrolls. */
  #keepInSight() {
    const current = this.querySelector(".current");
    const frame = current?.closest(".pool, .lattice");
    if (!(current instanceof HTMLElement) || !(frame instanceof HTMLElement) || this.#seen === current.dataset["key"]) return;
    this.#seen = current.dataset["key"];
    const [inner, outer] = [current.getBoundingClientRect(), frame.getBoundingClientRect()];
    frame.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
    frame.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
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
    const item = this.#item(event);
    const notation = item?.dataset["notation"];
    if (notation === undefined) return;
    this.#home = item?.closest("[data-grid]")?.getAttribute("data-grid") ?? "";
    this.#choose(notation);
  };

  /** @param {string} notation */
  #choose(notation) {
    this.#sought = "";
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
    for (const lit of this.querySelectorAll(".pointed")) lit.classList.remove("pointed");
    const item = key === undefined ? null : this.querySelector(`[data-key="${CSS.escape(key)}"][data-says]`);
    const says = item?.getAttribute("data-says") ?? "";
    if (says === "") return;
    for (const one of this.querySelectorAll(`[data-says="${CSS.escape(says)}"]`)) one.classList.add("pointed");
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

/**
 * Draws the foot of a board: a field for a move where the legal moves are hidden, and the swap of the pie rule.
 *
 * @param {BoardState} state
 */
function drawFoot(state) {
  const { view } = state;
  const { letter, result, kind } = markOf(state, view.swap?.notation ?? null);
  const swap =
    view.swap &&
    control(
      state,
      { key: "swap", notation: view.swap.notation, name: label(sentence("swapLabel"), result), says: sentence("swapHint"), kind: `swap${kind}` },
      sentence("swapLabel"),
      letter,
    );
  swap?.setAttribute("tabindex", "0");
  const typed =
    state.hides && state.playable && view.kind !== "pool"
      ? h(
          "form",
          { class: "find", "data-key": "find" },
          h("input", { name: "choice", autocomplete: "off", inputmode: "text", maxlength: 40, "aria-label": view.prompt, placeholder: sentence("yourChoice") }),
          h("button", {}, sentence("play")),
        )
      : null;
  return typed === null && !swap ? null : h("div", { class: "below", "data-key": "below" }, typed, swap);
}

customElements.define("aliquot-board", Board);
