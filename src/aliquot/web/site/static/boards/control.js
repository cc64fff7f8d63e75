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
 * Returns the letter of a move in study, and the word for it.
 *
 * @param {BoardState} state
 * @param {string | null} notation
 * @returns {{letter: HTMLElement | null, result: string, kind: string}}
 */
export function markOf(state, notation) {
  const mark = notation === null ? undefined : state.marks.get(notation);
  if (mark === undefined) return { letter: null, result: "", kind: "" };
  const wins = mark === "W";
  return {
    letter: h("b", { class: "mark", "aria-hidden": "true" }, mark),
    result: sentence(wins ? "wins" : "loses"),
    kind: wins ? " wins" : " loses",
  };
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
