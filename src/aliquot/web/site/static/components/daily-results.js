// @ts-check
// Results of the duels of the day, as this browser stores them.
import { sentence } from "../sentences.js";

/**
 * @typedef {object} DailyResult
 * @property {number} tries The number of tries started.
 * @property {boolean} solved
 * @property {boolean} late Whether it was first opened after its day.
 * @property {string[]} moves The moves of the current try, the opponent's moves included.
 *
 * @typedef {Record<string, DailyResult>} DailyResults By the number of the duel.
 */

/** The result of a duel that has not been tried. @param {boolean} late @returns {DailyResult} */
export const newResult = (late) => ({ tries: 0, solved: false, late, moves: [] });

const MOST = 10_000;
const MOST_SIGNS = 12;

/**
 * Read results from JSON, and leave out what is not valid.
 *
 * @param {string | null} text
 * @returns {DailyResults | null} Null where the text holds no results at all.
 */
export function parseResults(text) {
  /** @type {unknown} */
  let parsed;
  try {
    parsed = JSON.parse(text ?? "");
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
  /** @type {DailyResults} */
  const results = {};
  for (const [number, result] of Object.entries(parsed).slice(0, MOST)) {
    if (!/^[1-9][0-9]{0,6}$/.test(number) || typeof result !== "object" || result === null) continue;
    const { tries, solved, late, moves } = result;
    if (!Number.isInteger(tries) || tries < 0 || tries > 1e6) continue;
    const clean = Array.isArray(moves) && moves.length <= 500 && moves.every((move) => typeof move === "string" && move.length <= 64);
    results[number] = { tries, solved: solved === true, late: late === true, moves: clean ? moves : [] };
  }
  return results;
}

/**
 * Merge two sets of results: of a duel that is in both, keep the better result.
 *
 * @param {DailyResults} mine
 * @param {DailyResults} others
 * @returns {DailyResults}
 */
export function mergeResults(mine, others) {
  const all = { ...mine };
  for (const [number, result] of Object.entries(others)) {
    const own = all[number];
    if (own === undefined || (result.solved && (!own.solved || result.tries < own.tries))) all[number] = result;
  }
  return all;
}

/**
 * Count the days in a row that were solved on their day, up to today or, while today's is open, yesterday.
 *
 * @param {DailyResults} results
 * @param {number} today
 */
export function streak(results, today) {
  const counts = (/** @type {number} */ number) => results[number]?.solved === true && !results[number].late;
  let last = counts(today) ? today : today - 1;
  let count = 0;
  while (counts(last)) {
    count += 1;
    last -= 1;
  }
  return count;
}

/** @param {number} number */
export function ordinal(number) {
  const [tens, ones] = [number % 100, number % 10];
  const ending = tens > 10 && tens < 14 ? "th" : ones === 1 ? "st" : ones === 2 ? "nd" : ones === 3 ? "rd" : "th";
  return `${number}${ending}`;
}

/**
 * The result as a sentence to share. It gives nothing away.
 *
 * @param {number} number
 * @param {string} title
 * @param {DailyResult} result
 */
export function resultText(number, title, { solved, tries }) {
  const key = solved ? "resultSolved" : tries === 1 ? "resultAfterOneTry" : "resultAfterTries";
  // One cross for each try that failed: it can be compared, and gives nothing away.
  const row = `${"✗".repeat(Math.min(solved ? tries - 1 : tries, MOST_SIGNS))}${solved ? "✓" : ""}`;
  return `${sentence(key, { number, title, tries, ordinal: ordinal(tries) })}\n${row}`;
}
