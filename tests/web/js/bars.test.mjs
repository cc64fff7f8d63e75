// The bars of a class on the projector: which there is room for, and whose reasons are written out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitBars } from "../../../src/aliquot/web/site/static/class/bars.js";

/** Twelve answers, the most frequent first; only the last one wins. */
const bars = Array.from({ length: 12 }, (_, place) => ({ move: String(place), count: 12 - place, wins: place === 11, text: "why" }));
const shown = (fitting) => fitting.map(({ move }) => move);

test("a few answers all have their reasons", () => {
  const few = bars.slice(8);
  assert.deepEqual(fitBars(few, ""), { fitting: few, explained: new Set(["11", "8", "9", "10"]) });
});

test("among many the winning answer is seen and explained, in its place", () => {
  const { fitting, explained } = fitBars(bars, "");
  assert.deepEqual(shown(fitting), ["0", "1", "2", "3", "4", "5", "6", "11"]);
  assert.deepEqual([...explained], ["11", "0"]);
});

test("the answer that the teacher chooses comes first", () => {
  const { fitting, explained } = fitBars(bars, "9");
  assert.ok(shown(fitting).includes("9"));
  assert.deepEqual([...explained], ["9", "11"]);
});

test("where no answer wins there is room for the remark that says why", () => {
  assert.deepEqual([...fitBars(bars.slice(0, 8), "").explained], ["0"]);
});
