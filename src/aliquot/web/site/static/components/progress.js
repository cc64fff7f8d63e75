// @ts-check
// How far somebody has come in each lesson, as this browser keeps it.
import { store, load } from "./storage.js";

/**
 * @typedef {object} Mark
 * @property {number} step The step to go on at, from 1.
 * @property {boolean} finished
 * @property {number} best The most exercises of a set that were right at the first try.
 * @property {number} sets How many sets were done.
 */

const KEY = "learn";

/** @returns {Record<string, unknown>} */
function all() {
  try {
    const kept = JSON.parse(load(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}

/** @param {unknown} value @param {number} least */
const whole = (value, least) => (typeof value === "number" && Number.isInteger(value) && value >= least && value < 1e6 ? value : least);

/** @param {string} slug @returns {Mark} */
export function markOf(slug) {
  const kept = all()[slug];
  const { step, finished, best, sets } = /** @type {Record<string, unknown>} */ (typeof kept === "object" && kept !== null ? kept : {});
  return { step: whole(step, 1), finished: finished === true, best: whole(best, 0), sets: whole(sets, 0) };
}

/** @param {string} slug @param {Partial<Mark>} change */
export function note(slug, change) {
  store(KEY, JSON.stringify({ ...all(), [slug]: { ...markOf(slug), ...change } }));
}
