// @ts-check
// A control on a board: a button in a match, a link where one explores.
import { h } from "../components/dom.js";
import { sentence } from "../sentences.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */

/**
 * Draws a control.
 *
 * @param {BoardState} state
 * @param {object} facts
 * @param {string} facts.key Its identity from one drawing to the next.
 * @param {string | null} facts.notation The move, or null where nothing can be chosen.
 * @param {string} facts.name The label for screen readers.
 * @param {string} [facts.says] The sentence about it while it is pointed at.
 * @param {string} facts.kind Its class.
 * @param {Record<string, string | number>} [facts.style]
 * @param {...import("../components/dom.js").Child} children
 * @returns {HTMLElement}
 */
export function control(state, { key, notation, name, says = "", kind, style }, ...children) {
  const shared = { "data-key": key, "data-item": "", "data-says": says, "aria-label": name, class: kind, tabindex: -1 };
  if (state.href !== null) {
    const target = notation === null ? null : state.href(notation);
    const dead = target === null;
    return h("a", { ...shared, style, href: target, role: dead && "link", "aria-disabled": dead && "true" }, ...children);
  }
  const open = notation !== null && state.playable;
  return h(
    "button",
    { ...shared, style, type: "button", "data-notation": open && notation, "aria-disabled": !open && "true" },
    ...children,
  );
}

/**
 * Returns the mark of a move in study, and the word for it.
 *
 * @param {BoardState} state
 * @param {string | null} notation
 * @returns {{mark: HTMLElement | null, result: string, kind: string}}
 */
export function markOf(state, notation) {
  const known = notation === null ? undefined : state.marks.get(notation);
  if (known === undefined) return { mark: null, result: "", kind: "" };
  const wins = known === "W";
  return {
    mark: h("b", { class: "mark", "aria-hidden": "true" }, wins ? "✓" : "✗"),
    result: sentence(wins ? "wins" : "loses"),
    kind: wins ? " wins" : " loses",
  };
}

/**
 * Returns the mark of a number that would have won the match, and the words for it.
 *
 * @param {BoardState} state
 * @param {number} place The place of the number it is a move on; 0 in a pool.
 * @param {string} text
 * @returns {{star: HTMLElement | null, lesson: string, missed: string}}
 */
export function missedAt(state, place, text) {
  if (!state.missed[place]?.includes(text)) return { star: null, lesson: "", missed: "" };
  return { star: h("b", { class: "mark", "aria-hidden": "true" }, "★"), lesson: sentence("wouldHaveWon"), missed: " missed" };
}

/**
 * Returns a label for screen readers: facts, of which some may be missing.
 *
 * @param {...(string | undefined)} facts
 */
export function label(...facts) {
  return facts.filter(Boolean).join(", ");
}

/**
 * Returns a factorisation as it is read aloud.
 *
 * @param {string} factors Such as `2·2·3`.
 */
export function aloud(factors) {
  if (factors === "") return "";
  if (!/[·^]/.test(factors)) return sentence("prime");
  const powers = factors.split("·").map((power) => {
    const [base = "", exponent] = power.split("^");
    return exponent === undefined ? base : sentence("power", { base, exponent });
  });
  return powers.reduceRight((rest, factor) => sentence("times", { factor, rest }));
}
