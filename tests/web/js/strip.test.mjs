// The strip of a review: who was winning, in stretches and in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { winLossMarks } from "../../../src/aliquot/web/site/static/components/page-data.js";
import { describeLeaders, stretches } from "../../../src/aliquot/web/site/static/components/strip.js";

test("every position belongs to exactly one stretch, and neighbours differ", () => {
  for (let code = 0; code < 2 ** 9; code++) {
    const leaders = [...code.toString(2).padStart(9, "0")].map((bit) => Number(bit) + 1);
    const found = stretches(leaders);
    const spread = found.flatMap(({ seat, from, to }) => Array(to - from + 1).fill(seat));
    assert.deepEqual(spread, leaders);
    found.forEach((each, place) => {
      if (place > 0) {
        assert.equal(each.from, found[place - 1].to + 1);
        assert.notEqual(each.seat, found[place - 1].seat);
      }
    });
  }
});

test("a game without a move has one stretch, and no game has none", () => {
  assert.deepEqual(stretches([2]), [{ seat: 2, from: 0, to: 0 }]);
  assert.deepEqual(stretches([]), []);
});

test("it is told in words with the names of the players", () => {
  assert.equal(describeLeaders([1, 1, 2, 1], ["Ada", "Emmy"]), "Who was winning: Ada from the start, Emmy after move 2, Ada after move 3.");
});

test("every move gets its letter, also where numbers are too large for JavaScript", () => {
  const moves = ["897612484786617600/2", "897612484786617601/2"];
  assert.deepEqual([...winLossMarks(moves, new Set([moves[1]]))], [[moves[0], "L"], [moves[1], "W"]]);
});
