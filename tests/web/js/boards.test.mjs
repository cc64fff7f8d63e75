// What boards work out before they draw anything.
import assert from "node:assert/strict";
import { test } from "node:test";

import { aloud, markOf } from "../../../src/aliquot/web/site/static/boards/control.js";
import { columnsIn, pairLetter } from "../../../src/aliquot/web/site/static/boards/pool.js";

test("partners share a letter, and no two pairs share one", () => {
  assert.equal(pairLetter(0), "a");
  assert.equal(pairLetter(51), "Z");
  assert.equal(pairLetter(52), "aa");
  const letters = Array.from({ length: 500 }, (_, place) => pairLetter(place));
  assert.equal(new Set(letters).size, 500);
});

test("a pool has at most ten columns, each wide enough for a finger and for its numbers", () => {
  assert.equal(columnsIn(1200, "100"), 10);
  for (const high of ["9", "40", "100", "1000"]) {
    for (let width = 60; width < 1400; width += 7) {
      const columns = columnsIn(width, high);
      assert.ok(columns >= 1 && columns <= 10);
      if (columns > 1) assert.ok((width + 4) / columns - 4 >= 44, `${columns} columns in ${width} pixels`);
    }
  }
});

test("a factorisation is read as words", () => {
  assert.equal(aloud("2·2·3"), "2 times 2 times 3");
  assert.equal(aloud("2^10·3"), "2 to the power of 10 times 3");
  assert.equal(aloud("7"), "prime");
  assert.equal(aloud(""), "");
});

test("a move that nothing is known about has no mark", () => {
  const state = /** @type {any} */ ({ marks: new Map() });
  assert.deepEqual(markOf(state, "60/2"), { letter: null, result: "", kind: "" });
  assert.deepEqual(markOf(state, null), { letter: null, result: "", kind: "" });
});
