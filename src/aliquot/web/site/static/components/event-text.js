// @ts-check
// What an event says to whoever follows: below the board, and aloud.
import { nameOf, question, seatsOf, turnText } from "./panels.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").MatchEvent} MatchEvent */

/**
 * @param {State} state How the game stands after it.
 * @param {MatchEvent} event
 * @returns {{told: string | null, said: string}} What stands below the board from now on (null: what stood there), and
 *   what a screen reader says.
 */
export function eventText(state, event) {
  const who = nameOf(state, event.seat);
  const mine = /** @type {number[]} */ (seatsOf(state)).includes(event.seat);
  const last = state.turns.at(-1);
  switch (event.kind) {
    case "moved":
      return { told: "", said: last === undefined ? "" : `${turnText(state, last, event.objection)} ${question(state)}` };
    case "conceded":
      return { told: "", said: question(state) };
    case "taken_back":
      return { told: "Taken back.", said: `Taken back. ${question(state)}` };
    case "joined":
      return { told: `${who} has taken a seat.`, said: `${who} has taken a seat. ${question(state)}` };
    case "offered":
      if (mine) return { told: null, said: "" };
      return { told: null, said: event.what === "again" ? `${who} asks for another game.` : `${who} asks to take a move back.` };
    case "declined":
      return mine ? { told: null, said: "" } : { told: `${who} does not agree.`, said: `${who} does not agree.` };
    case "hinted":
      return mine ? { told: null, said: "" } : { told: `${who} was given a hint.`, said: `${who} was given a hint.` };
  }
  return { told: null, said: "" };
}
