// @ts-check
// What the oracle knows: about the position, while one studies, and about a game that is over.
import { api, Refused } from "./api.js";
import { h } from "./dom.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../page-types.js").Study} Study */

/** The truth about a game, asked for when it is wanted. */
export class Truth {
  /** Whether it is to be shown. */
  isWanted = false;
  /** What it says in words. */
  told = "";
  /** @type {{match: string, number: number} | null} */
  #about = null;
  /** @type {Study | null} */
  #study = null;

  /** What is known about a position, if it is to be shown. @param {State} state @returns {Study | null} */
  study(state) {
    return this.isWanted && this.#isAbout(state) ? this.#study : null;
  }

  /** @param {State} state */
  #isAbout(state) {
    return this.#about?.match === state.match && this.#about.number === state.number;
  }

  /** Whether it is wanted and not known yet. @param {State} state */
  isMissing(state) {
    return this.isWanted && !this.#isAbout(state);
  }

  /**
   * Asks about a position.
   *
   * @param {State} state
   * @param {string | null} token
   * @returns {Promise<boolean>} Whether it is still the position one wants to know about.
   */
  async consult(state, token) {
    const about = { match: state.match, number: state.number };
    this.#about = about;
    this.#study = null;
    this.told = "One moment …";
    let study = null;
    let told = "";
    try {
      study = await api("GET", `/api/matches/${state.match}/study`, undefined, { token });
      told = study.text ?? study.reason;
    } catch (problem) {
      told = problem instanceof Refused ? problem.reason : String(problem);
    }
    if (this.#about !== about) return false;
    this.#study = study;
    this.told = told;
    return true;
  }

  /** Forgets everything, for another game. */
  clear() {
    this.#about = this.#study = null;
    this.told = "";
  }
}

/**
 * Where a finished game was won and lost; a server that has too much to do is asked again.
 *
 * @param {string} game
 * @returns {Promise<any>} Null if nobody can say.
 */
export async function reviewOf(game) {
  for (const wait of [2000, 5000, 0]) {
    try {
      return await api("GET", `/api/matches/${game}/review`);
    } catch (problem) {
      if (!(problem instanceof Refused && problem.status === 503) || wait === 0) return null;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return null;
}

/**
 * What several numbers are worth, as stacks of powers of two: whoever leaves an even number of each wins.
 *
 * @param {State} state
 * @param {number[]} worths
 */
export function drawStacks(state, worths) {
  const heaps = state.view.heaps ?? [];
  /** @type {number[]} */
  const powers = [];
  for (let power = 1; power <= Math.max(1, ...worths); power *= 2) powers.unshift(power);
  const odd = powers.map((power) => worths.filter((worth) => (worth & power) !== 0).length % 2 === 1);
  return h(
    "table",
    { class: "stacks" },
    h("caption", { class: "unseen" }, "What each number is worth, in powers of two"),
    h("tr", {}, h("th", { scope: "col" }, "number"), h("th", { scope: "col" }, "worth"), powers.map((power) => h("th", { scope: "col" }, String(power)))),
    worths.map((worth, place) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, heaps[place]?.text ?? ""),
        h("td", {}, String(worth)),
        powers.map((power) => h("td", { class: "stack" }, (worth & power) === 0 ? "" : "■".repeat(Math.min(power, 8)))),
      ),
    ),
    h(
      "tr",
      { class: "parity" },
      h("th", { scope: "row" }, "together"),
      h("td", {}, String(worths.reduce((sum, worth) => sum ^ worth, 0))),
      odd.map((is) => h("td", { class: is ? "odd" : "" }, is ? "odd" : "even")),
    ),
  );
}
