// Follows games that were really played, event by event, and holds each state against what the server said then.
// Run by tests/web/site/test_static.py with a file that has them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { apply, begin, assumeMove, confirmedState } from "../../../src/aliquot/web/site/static/live/state.js";

const games = JSON.parse(readFileSync(process.argv[2], "utf-8"));
let steps = 0;

/** @param {any} state What both have; how one was told is not part of it. */
const facts = ({ v, type, you, remaining, running, events, ...rest }) => rest;

for (const { state, told } of games) {
  let shown = begin(state);
  for (const { event, then } of told) {
    assert.equal(apply(shown, { ...event, number: event.number + 1 }), null, "a gap is noticed");
    const options = shown.view.options;
    const option = options[steps % Math.max(1, options.length)];
    if (option !== undefined && shown.outcome === null) {
      const guessed = assumeMove(shown, option.notation);
      assert.equal(guessed.ply, shown.ply + 1);
      assert.deepEqual(guessed.view.options, [], "nothing can be chosen on a guess");
      assert.deepEqual(confirmedState(guessed), confirmedState(shown), "a guess can be taken back");
      assert.deepEqual(confirmedState(apply(guessed, event)), confirmedState(apply(shown, event)), "a guess changes nothing for good");
    }
    const before = shown;
    shown = apply(shown, event);
    assert.deepEqual(facts(shown), facts(then));
    assert.equal(apply(shown, event), shown, "what is known already changes nothing");
    if (event.kind === "moved" && event.objection === "") {
      const guessed = assumeMove(before, event.move);
      assert.equal(guessed.assumedMove, event.move, "what was played could be guessed");
      assert.deepEqual(guessed.turns, shown.turns, "and the guess was right about the move");
    }
    steps += 1;
  }
}
console.log(`followed ${steps} events`);
