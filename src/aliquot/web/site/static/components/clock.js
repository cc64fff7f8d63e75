// @ts-check
// Clocks that tick between the messages of the server.

/**
 * Returns a time as clocks show it: tenths of a second below ten seconds, as `format_time` in aliquot.reports.sentences does.
 *
 * @param {number} left Milliseconds.
 */
export function formatTime(left) {
  const seconds = Math.max(0, left) / 1000;
  if (seconds < 10) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Milliseconds left to a seat now.
 *
 * @param {import("../types.js").State} state
 * @param {1 | 2} seat
 * @param {number} age How long ago the server said so.
 * @returns {number | null} None where there is no clock.
 */
export function remainingTime(state, seat, age) {
  const left = state.remaining?.[seat - 1];
  if (left === undefined) return null;
  return Math.max(0, state.running === seat && state.outcome === null ? left - age : left);
}
