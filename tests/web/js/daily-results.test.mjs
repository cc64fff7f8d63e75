// Results of the duels of the day: parsed, merged, counted and put into words.
import assert from "node:assert/strict";
import { test } from "node:test";

import { mergeResults, newResult, ordinal, parseResults, resultText, streak } from "../../../src/aliquot/web/site/static/components/daily-results.js";

const solved = (tries = 1, late = false) => ({ tries, solved: true, late, moves: [] });

test("a streak is the days in a row that were solved on their day, up to today or yesterday", () => {
  assert.equal(streak({}, 42), 0);
  assert.equal(streak({ 40: solved(), 41: solved(), 42: solved() }, 42), 3);
  assert.equal(streak({ 40: solved(), 41: solved() }, 42), 2);
  assert.equal(streak({ 39: solved(), 40: solved() }, 42), 0);
  assert.equal(streak({ 40: solved(), 41: solved(1, true), 42: solved() }, 42), 1);
  assert.equal(streak({ 41: solved(), 42: newResult(false) }, 42), 1);
});

test("a result is in words and gives nothing away", () => {
  assert.equal(resultText(42, "Pool 1–36", solved(3)), "Aliquot duel of the day 42, Pool 1–36: solved at the 3rd try.\n✗✗✓");
  const open = { ...newResult(false), tries: 1, moves: ["12", "6"] };
  assert.equal(resultText(7, "Pool 1–36", open), "Aliquot duel of the day 7, Pool 1–36: not solved yet, after 1 try.\n✗");
});

test("numbers are counted as people do", () => {
  const counted = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113].map(ordinal);
  assert.deepEqual(counted, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th", "113th"]);
});

test("text without results is refused, and invalid results are left out", () => {
  for (const text of [null, "", "nonsense", "[]", "7", "null", '"days"']) assert.equal(parseResults(text), null, String(text));
  const days = parseResults(
    JSON.stringify({
      42: { tries: 2, solved: true, late: false, moves: ["60/2"] },
      43: { tries: 1, solved: "yes", moves: [7] },
      44: { tries: -1 },
      45: null,
      "0": { tries: 1 },
      __proto__: { tries: 1 },
      "1e3": { tries: 1 },
    }),
  );
  assert.deepEqual(days, {
    42: { tries: 2, solved: true, late: false, moves: ["60/2"] },
    43: { tries: 1, solved: false, late: false, moves: [] },
  });
});

test("of two results the better is kept", () => {
  const mine = { 1: solved(3), 2: newResult(false), 3: solved(1) };
  const others = { 1: solved(2), 2: solved(5), 3: solved(4), 4: newResult(true) };
  assert.deepEqual(mergeResults(mine, others), { 1: solved(2), 2: solved(5), 3: solved(1), 4: newResult(true) });
});
