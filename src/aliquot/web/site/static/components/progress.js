// @ts-check
// Progress in the lessons, as this browser stores it.
import { store, load } from "./storage.js";

/**
 * @typedef {object} Progress
 * @property {number} step The step to continue at, from 1.
 * @property {boolean} finished
 * @property {number} best The most exercises of a set that were right at the first try.
 * @property {number} sets The number of sets done.
 */

const KEY = "learn";

/** @returns {Record<string, unknown>} */
function all() {
  try {
    const stored = JSON.parse(load(KEY) ?? "{}");
    return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** @param {unknown} value @param {number} least */
const whole = (value, least) => (typeof value === "number" && Number.isInteger(value) && value >= least && value < 1e6 ? value : least);

/** @param {string} slug @returns {Progress} */
export function loadProgress(slug) {
  const stored = all()[slug];
  const { step, finished, best, sets } = /** @type {Record<string, unknown>} */ (typeof stored === "object" && stored !== null ? stored : {});
  return { step: whole(step, 1), finished: finished === true, best: whole(best, 0), sets: whole(sets, 0) };
}

/** @param {string} slug @param {Partial<Progress>} change */
export function storeProgress(slug, change) {
  store(KEY, JSON.stringify({ ...all(), [slug]: { ...loadProgress(slug), ...change } }));
}
