// @ts-check
// The days somebody has tried, as this browser keeps them: plain data, and what follows from it.

/**
 * @typedef {object} Day
 * @property {number} tries How many tries were begun.
 * @property {boolean} solved
 * @property {boolean} late Whether it was opened after its day.
 * @property {string[]} moves The try that is under way, the opponent's moves included.
 *
 * @typedef {Record<string, Day>} Days By the number of the duel.
 */

/** The day of a duel that has not been tried. @param {boolean} late @returns {Day} */
export const untried = (late) => ({ tries: 0, solved: false, late, moves: [] });

const MOST = 10_000;

/**
 * Days from a text, whoever wrote it: what is not as it should be is left out.
 *
 * @param {string | null} text
 * @returns {Days | null} Null where it is no list of days at all.
 */
export function readDays(text) {
  /** @type {unknown} */
  let given;
  try {
    given = JSON.parse(text ?? "");
  } catch {
    return null;
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) return null;
  /** @type {Days} */
  const days = {};
  for (const [number, day] of Object.entries(given).slice(0, MOST)) {
    if (!/^[1-9][0-9]{0,6}$/.test(number) || typeof day !== "object" || day === null) continue;
    const { tries, solved, late, moves } = day;
    if (!Number.isInteger(tries) || tries < 0 || tries > 1e6) continue;
    const clean = Array.isArray(moves) && moves.length <= 500 && moves.every((move) => typeof move === "string" && move.length <= 64);
    days[number] = { tries, solved: solved === true, late: late === true, moves: clean ? moves : [] };
  }
  return days;
}

/**
 * Two lists as one: of a day that is in both, the better.
 *
 * @param {Days} mine
 * @param {Days} others
 * @returns {Days}
 */
export function joined(mine, others) {
  const all = { ...mine };
  for (const [number, day] of Object.entries(others)) {
    const own = all[number];
    if (own === undefined || (day.solved && (!own.solved || day.tries < own.tries))) all[number] = day;
  }
  return all;
}

/**
 * How many days in a row were solved on their day, up to today or, while today's is open, yesterday.
 *
 * @param {Days} days
 * @param {number} today
 */
export function streak(days, today) {
  const counts = (/** @type {number} */ number) => days[number]?.solved === true && !days[number].late;
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
 * The result as one pastes it anywhere: in words, and without giving anything away.
 *
 * @param {number} number
 * @param {string} name
 * @param {Day} day
 */
export function result(number, name, day) {
  const how = day.solved
    ? `solved at the ${ordinal(day.tries)} try`
    : `not solved yet, after ${day.tries} ${day.tries === 1 ? "try" : "tries"}`;
  return `Aliquot duel of the day ${number}, ${name}: ${how}.`;
}
