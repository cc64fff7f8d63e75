// @ts-check
// A chain that is being written: its numbers, the end that grows next, and every step, to be undone. The server names the
// links, so that no rule is restated here.
import { primesOf } from "../boards/figures.js";

/** @typedef {"left" | "right"} End */
/** @typedef {import("../page-types.js").ChainOption} ChainOption */
/** @typedef {{numbers: number[], active: End}} Step */

/** The most steps that can be undone. */
const MOST_STEPS = 200;

export class ChainState {
  /** @type {number[]} */
  numbers = [];
  /** @type {End} */
  active = "right";
  /** @type {Step[]} */
  #past = [];
  /** @type {Map<number, Set<number>>} */
  #links = new Map();

  /**
   * @param {number} limit
   * @param {number[][]} larger For each number from 1 on the larger numbers it is linked to.
   */
  constructor(limit, larger) {
    this.limit = limit;
    for (let number = 1; number <= limit; number += 1) this.#links.set(number, new Set());
    larger.forEach((numbers, place) => {
      for (const number of numbers) {
        this.#links.get(place + 1)?.add(number);
        this.#links.get(number)?.add(place + 1);
      }
    });
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  /** The number at an end. @param {End} end @returns {number | undefined} */
  at(end) {
    return end === "left" ? this.numbers[0] : this.numbers.at(-1);
  }

  /** @returns {End} */
  get other() {
    return this.active === "left" ? "right" : "left";
  }

  /** The end to which a number can be added, the active one before the other. @param {number} number @returns {End | null} */
  endFor(number) {
    if (this.numbers.includes(number)) return null;
    if (this.numbers.length === 0) return this.#links.has(number) ? this.active : null;
    const fits = (/** @type {End} */ end) => this.#links.get(this.at(end) ?? 0)?.has(number);
    return fits(this.active) ? this.active : fits(this.other) ? this.other : null;
  }

  /**
   * Add a number where it fits, and grow on from there.
   *
   * @param {number} number
   * @returns {End | null} The end, or null if it fits nowhere.
   */
  add(number) {
    const end = this.endFor(number);
    if (end !== null) this.#change(end === "left" ? [number, ...this.numbers] : [...this.numbers, number], end);
    return end;
  }

  /** Take up a chain from elsewhere, as if it had been written from left to right. @param {number[]} numbers */
  take(numbers) {
    [this.numbers, this.active, this.#past] = [[], "right", []];
    for (const number of numbers) this.add(number);
  }

  /** Take the number at the active end off. @returns {number | undefined} */
  shorten() {
    const number = this.at(this.active);
    if (number !== undefined) this.#change(this.active === "left" ? this.numbers.slice(1) : this.numbers.slice(0, -1), this.active);
    return number;
  }

  restart() {
    if (this.numbers.length > 0) this.#change([], "right");
  }

  undo() {
    const step = this.#past.pop();
    if (step !== undefined) ({ numbers: this.numbers, active: this.active } = step);
  }

  /** @param {number[]} numbers @param {End} active */
  #change(numbers, active) {
    this.#past.push({ numbers: this.numbers, active: this.active });
    if (this.#past.length > MOST_STEPS) this.#past.shift();
    [this.numbers, this.active] = [numbers, active];
  }

  /** @param {number[]} numbers */
  #isChain(numbers) {
    return new Set(numbers).size === numbers.length && numbers.every((number, place) => this.#links.has(number) && (place === 0 || this.#links.get(numbers[place - 1] ?? 0)?.has(number)));
  }

  /** The chain as text, for `restore`. */
  save() {
    return JSON.stringify({ numbers: this.numbers, active: this.active });
  }

  /** Take up a chain that was saved; anything else is ignored. @param {string | null} text */
  restore(text) {
    try {
      const { numbers, active } = JSON.parse(text ?? "");
      if (!Array.isArray(numbers) || !this.#isChain(numbers)) return;
      [this.numbers, this.active] = [numbers, active === "left" ? "left" : "right"];
    } catch {
      // Nothing was saved, or it cannot be read.
    }
  }

  /** What can be added: at the active end first, each ascending. @returns {ChainOption[]} */
  options() {
    const numbers = this.numbers.length === 0 ? [...this.#links.keys()] : [this.active, this.other].flatMap((end) => [...(this.#links.get(this.at(end) ?? 0) ?? [])].sort((a, b) => a - b));
    return [...new Set(numbers)].flatMap((number) => {
      const end = this.endFor(number);
      return end === null ? [] : [this.#option(number, end)];
    });
  }

  /** @param {number} number @param {End} end @returns {ChainOption} */
  #option(number, end) {
    const neighbour = this.at(end);
    const text = String(number);
    return {
      move: number,
      label: text,
      notation: text,
      leaves: "",
      value: null,
      value_text: null,
      factors: primesOf(text).join("·"),
      relation: neighbour === undefined ? "" : number < neighbour ? "divisor" : "multiple",
      of: neighbour === undefined ? null : String(neighbour),
      end: neighbour === undefined ? "" : end,
      far: end !== this.active,
    };
  }

  /** The data that draws it. @returns {import("../types.js").View} */
  view() {
    const current = this.at(this.active) ?? null;
    const options = this.options();
    return {
      kind: "chain",
      to_move: 1,
      prompt: "",
      no_move_reason: "",
      summary: "",
      options,
      count: options.length,
      swap: null,
      low: 1,
      high: this.limit,
      current,
      picks: this.numbers.map((number, place) => ({ number, text: String(number), turn: place + 1, seat: 1 })),
      texts: { low: "1", high: String(this.limit), current: current === null ? null : String(current) },
    };
  }
}
