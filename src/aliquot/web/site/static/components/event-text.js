// @ts-check
// The text of an event: below the board, and for screen readers.
import { sentence } from "../sentences.js";
import { question, seatsOf, turnText } from "./panels.js";
import { nameOf } from "./result.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").MatchEvent} MatchEvent */

/**
 * @param {State} state The state after the event.
 * @param {MatchEvent} event
 * @returns {{line: string | null, spoken: string}} The line below the board (null: the line stays as it is), and what a
 *   screen reader says.
 */
export function eventText(state, event) {
  const name = nameOf(state, event.seat);
  const mine = seatsOf(state).includes(event.seat);
  const silent = { line: null, spoken: "" };
  const last = state.turns.at(-1);
  switch (event.kind) {
    case "moved":
      return { line: "", spoken: last === undefined ? "" : `${turnText(state, last, event.objection)} ${question(state)}` };
    case "conceded":
      return { line: "", spoken: question(state) };
    case "taken_back": {
      const line = sentence("takenBack");
      return { line, spoken: `${line} ${question(state)}` };
    }
    case "joined": {
      if (mine) return silent;
      const line = sentence("joined", { name });
      return { line, spoken: `${line} ${question(state)}` };
    }
    case "offered":
      return mine ? silent : { line: null, spoken: sentence(event.what === "again" ? "offerAgain" : "offerTakeBack", { name }) };
    case "declined":
    case "hinted": {
      if (mine) return silent;
      const line = sentence(event.kind, { name });
      return { line, spoken: line };
    }
  }
  return silent;
}
