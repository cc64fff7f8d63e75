// @ts-check
// The analysis of a match: the study of the position while it is shown, and the review of a match that is over.
import { api, Refused } from "./api.js";
import { h } from "./dom.js";
import { sentence } from "../sentences.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Study} Study */

/** The study of the current position, requested while it is shown. */
export class Analysis {
  /** Whether it is shown. */
  isWanted = false;
  /** The sentences to show. */
  text = "";
  /** @type {{match: string, number: number} | null} */
  #about = null;
  /** @type {Study | null} */
  #study = null;

  /** Returns the study of a position, if it is shown and known. @param {State} state @returns {Study | null} */
  study(state) {
    return this.isWanted && this.#isAbout(state) ? this.#study : null;
  }

  /** @param {State} state */
  #isAbout(state) {
    return this.#about?.match === state.match && this.#about.number === state.number;
  }

  /** Returns whether it is shown and has not been requested yet. @param {State} state */
  isMissing(state) {
    return this.isWanted && !this.#isAbout(state);
  }

  /**
   * Requests the study of a position.
   *
   * @param {State} state
   * @param {string | null} token
   * @returns {Promise<boolean>} Whether it is still about the current position.
   */
  async request(state, token) {
    const about = { match: state.match, number: state.number };
    this.#about = about;
    this.#study = null;
    this.text = sentence("analysing");
    let study = null;
    let text = "";
    try {
      study = await api("GET", `/api/matches/${state.match}/study`, undefined, { token });
      text = `${study.summary} ${study.reason}`;
    } catch (problem) {
      text = problem instanceof Refused ? problem.reason : String(problem);
    }
    if (this.#about !== about) return false;
    this.#study = study?.wins === null ? null : study;
    this.text = text;
    return true;
  }

  /** Forgets everything, for another match. */
  clear() {
    this.#about = this.#study = null;
    this.text = "";
  }
}

/**
 * Returns the review of a finished match; tries again if the server is busy.
 *
 * @param {string} match
 * @returns {Promise<any>} Null if there is none.
 */
export async function reviewOf(match) {
  for (const wait of [2000, 5000, 0]) {
    try {
      return await api("GET", `/api/matches/${match}/review`);
    } catch (problem) {
      if (!(problem instanceof Refused && problem.status === 503) || wait === 0) return null;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return null;
}

/**
 * Draws the worth of several numbers as stacks of powers of two: a player who leaves an even number of each wins.
 *
 * @param {import("../types.js").Stacks} stacks
 */
export function drawStacks({ powers, rows, counts }) {
  return h(
    "table",
    { class: "stacks" },
    h("caption", { class: "unseen" }, sentence("stacks")),
    h("tr", {}, h("th", { scope: "col" }, sentence("number")), h("th", { scope: "col" }, sentence("worth")), powers.map((power) => h("th", { scope: "col" }, String(power)))),
    rows.map((row) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, row.number),
        h("td", {}, String(row.worth)),
        powers.map((power, column) => h("td", { class: "stack" }, row.has[column] ? "■".repeat(Math.min(power, 8)) : "")),
      ),
    ),
    h(
      "tr",
      { class: "parity" },
      h("th", { scope: "row" }, sentence("together")),
      h("td", {}, String(rows.reduce((sum, row) => sum ^ row.worth, 0))),
      counts.map((count) => h("td", { class: count % 2 ? "odd" : "" }, sentence(count % 2 ? "odd" : "even"))),
    ),
  );
}

/**
 * Returns the numbers that would have won, for a board to mark: by the place of the number that was to be divided, or
 * in a pool the picks.
 *
 * @param {State} state
 * @param {{number: number, better: string[]}} missed The number of the move, and what would have won instead.
 * @returns {string[][]}
 */
export function missedNumbers(state, { number, better }) {
  if (state.view.kind === "pool") return [better];
  const before = state.turns[number - 2]?.numbers ?? state.start_numbers;
  const marked = before.map(() => /** @type {string[]} */ ([]));
  for (const notation of better) {
    const [, divided = "", by = "1"] = /^(\d+)\/([1-9]\d*)$/.exec(notation) ?? [];
    if (divided !== "") marked[before.indexOf(divided)]?.push(String(BigInt(divided) / BigInt(by)));
  }
  return marked;
}
