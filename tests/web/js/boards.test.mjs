// What boards work out before they draw anything.
import assert from "node:assert/strict";
import { test } from "node:test";

import { aloud, markOf, missedAt } from "../../../src/aliquot/web/site/static/boards/control.js";
import { grouped, primesOf, productText, shortText, typeset } from "../../../src/aliquot/web/site/static/boards/figures.js";
import { arc } from "../../../src/aliquot/web/site/static/boards/lattice.js";
import { missedNumbers } from "../../../src/aliquot/web/site/static/components/analysis.js";
import { layOut, pairLetter, pickText } from "../../../src/aliquot/web/site/static/boards/pool.js";

test("partners share a letter, and no two pairs share one", () => {
  assert.equal(pairLetter(0), "a");
  assert.equal(pairLetter(51), "Z");
  assert.equal(pairLetter(52), "aa");
  const letters = Array.from({ length: 500 }, (_, place) => pairLetter(place));
  assert.equal(new Set(letters).size, 500);
});

test("a pool of a hundred is seen whole in ten columns, and only a larger one is scrolled", () => {
  for (const [width, height] of [[251, 258], [304, 240], [360, 290], [1000, 500]]) {
    assert.deepEqual(layOut({ width, height }, { low: "1", high: "100" }), { columns: 10, scrolls: false });
  }
  assert.deepEqual(layOut({ width: 304, height: 240 }, { low: "1", high: "300" }), { columns: 8, scrolls: true });
  assert.deepEqual(layOut({ width: 1500, height: 900 }, { low: "1", high: "400" }), { columns: 20, scrolls: false });
  assert.deepEqual(layOut({ width: 374, height: 420 }, { low: "1", high: "40" }), { columns: 8, scrolls: false });
  assert.equal(layOut({ width: 290, height: 300 }, { low: "2", high: "50" }).columns, 8, "where no cell is as large as a finger, they are as large as can be");
  assert.equal(layOut({ width: 296, height: 192 }, { low: "1", high: "40" }).columns, 8, "full rows are counted as they are");
  assert.equal(layOut({ width: 300, height: 165 }, { low: "1", high: "34" }).columns, 10, "ten columns are left only for cells that are clearly larger");
  assert.deepEqual(layOut({ width: 60, height: 2000 }, { low: "1", high: "40" }), { columns: 2, scrolls: false });
  assert.equal(layOut({ width: 600, height: 400 }, { low: "1000000001", high: "1000000040" }).columns, 6);
});

test("a number that can be picked is described, or not at all", () => {
  assert.equal(pickText("15", ["a divisor of 30"], "3·5"), "15, a divisor of 30 (3·5).");
  assert.equal(pickText("5", ["a divisor of 30"], ""), "5, a divisor of 30.");
  assert.equal(pickText("8", [""], "2·2·2"), "8 (2·2·2).");
  assert.equal(pickText("3", [""], ""), "", "the number alone is no sentence");
});

test("a pair of partners stays on one line", () => {
  assert.equal(typeset("2–26, 5–25 and 2^3"), "2–\u206026, 5–\u206025 and 2³");
});

test("a product of many factors goes on in the next line between two of them", () => {
  assert.equal(typeset("30030 = 2·3·5·7·11·13 is even"), "30\u202f030 = 2·\u200b3·\u200b5·\u200b7·\u200b11·\u200b13 is even");
  assert.equal(typeset("60 = 2·2·3·5"), "60 = 2·2·3·5");
});

test("numbers are grouped and made of primes", () => {
  assert.equal(grouped("1234"), "1234");
  assert.equal(grouped("1234567"), "1\u202f234\u202f567");
  assert.deepEqual(primesOf("60"), ["2", "2", "3", "5"]);
  assert.deepEqual(primesOf("1"), []);
  assert.deepEqual(primesOf("9007199254740997"), [], "too large to be factorised here");
  assert.deepEqual(primesOf("9007199254740997", "9007199254740997"), ["9007199254740997"]);
  assert.equal(productText(primesOf("", "2^18·5^18")), "2¹⁸·5¹⁸");
  assert.equal(productText(primesOf("360")), "2³·3²·5");
});

test("an arc keeps clear of the nodes it passes", () => {
  const room = { width: 400, height: 300 };
  const [from, middle, to] = [{ x: 200, y: 0 }, { x: 200, y: 150 }, { x: 200, y: 300 }];
  assert.deepEqual(arc(from, to, [], 20, room)[1], middle, "straight where nothing is in the way");
  const [, control] = arc(from, to, [middle], 30, room);
  // The middle of a quadratic curve lies halfway to its control point.
  assert.ok(Math.abs((control.x + 200) / 2 - 200) >= 30);
});

test("a jump past dense rows goes through their gaps", () => {
  const room = { width: 400, height: 300 };
  const row = (/** @type {number} */ y) => Array.from({ length: 11 }, (_, place) => ({ x: 40 * place, y }));
  const [from, to, others] = [{ x: 200, y: 0 }, { x: 320, y: 300 }, [...row(100), ...row(200)]];
  const points = arc(from, to, others, 24, room);
  assert.equal(points.length, 10, "three cubic curves");
  assert.deepEqual([points[0], points.at(-1)], [from, to]);
  for (const gate of [points[3], points[6]]) {
    assert.ok(others.every((other) => Math.hypot(other.x - gate.x, other.y - gate.y) >= 20), "in the middle of a gap");
    assert.ok(gate.x > from.x && gate.x < to.x, "without a detour");
  }
});

test("long numbers are read in groups or by their factors", () => {
  assert.equal(typeset("choose a divisor of 1000000 = 2^6·5^6"), "choose a divisor of 1\u202f000\u202f000 = 2⁶·5⁶");
  assert.equal(shortText("500000000000000000", primesOf("", "2^18·5^18")), "2¹⁷·5¹⁸");
  assert.equal(shortText("12345678", primesOf("", "2·5")), "12\u202f345\u202f678", "a number that is no divisor");
  assert.equal(shortText("5040", primesOf("5040")), "5040");
});

test("a factorisation is read as words", () => {
  assert.equal(aloud("2·2·3"), "2 times 2 times 3");
  assert.equal(aloud("2^10·3"), "2 to the power of 10 times 3");
  assert.equal(aloud("7"), "prime");
  assert.equal(aloud(""), "");
});

test("a move that nothing is known about has no mark", () => {
  const state = /** @type {any} */ ({ marks: new Map() });
  assert.deepEqual(markOf(state, "60/2"), { mark: null, result: "", kind: "" });
  assert.deepEqual(markOf(state, null), { mark: null, result: "", kind: "" });
});

test("what would have won is marked where it stands on the board", () => {
  const pool = /** @type {any} */ ({ view: { kind: "pool" }, turns: [], start_numbers: [] });
  assert.deepEqual(missedNumbers(pool, { number: 2, better: ["15", "21"] }), [["15", "21"]]);
  const turns = [{ numbers: ["60", "42"] }, { numbers: ["30", "42"] }];
  const sum = /** @type {any} */ ({ view: { kind: "numbers" }, turns, start_numbers: ["60", "84"] });
  assert.deepEqual(missedNumbers(sum, { number: 1, better: ["84/2", "60/5"] }), [["12"], ["42"]]);
  assert.deepEqual(missedNumbers(sum, { number: 2, better: ["42/3"] }), [[], ["14"]]);
  assert.deepEqual(missedNumbers(sum, { number: 2, better: ["60-6", "swap"] }), [[], []], "nowhere on a lattice");
  const board = /** @type {any} */ ({ missed: [["12"], ["42"]] });
  assert.equal(missedAt(board, 1, "12").star, null);
  assert.equal(missedAt(board, 2, "12").star, null);
});
