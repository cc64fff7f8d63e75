// The state of a chain: where numbers go, what is undone, and what is taken up again.
import assert from "node:assert/strict";
import { test } from "node:test";

import { ChainState } from "../../../src/aliquot/web/site/static/components/chain-state.js";

/** The links of 1 to 12, as the server writes them. */
const LINKS = [[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [4, 6, 8, 10, 12], [6, 9, 12], [8, 12], [10], [12]];
const begin = (...numbers) => {
  const chain = new ChainState(12, LINKS);
  for (const number of numbers) assert.notEqual(chain.add(number), null, number);
  return chain;
};

test("a number goes to the active end, or else to the end where it fits", () => {
  const chain = begin(6, 12);
  assert.deepEqual([chain.numbers, chain.active], [[6, 12], "right"]);
  assert.equal(chain.add(3), "right");
  assert.deepEqual(chain.numbers, [6, 12, 3]);
  assert.equal(chain.add(2), "left");
  assert.deepEqual([chain.numbers, chain.active], [[2, 6, 12, 3], "left"]);
});

test("what fits nowhere changes nothing", () => {
  const chain = begin(6, 12);
  assert.equal(chain.add(5), null);
  assert.equal(chain.add(6), null);
  assert.equal(chain.add(13), null);
  assert.deepEqual(chain.numbers, [6, 12]);
});

test("every step can be undone, a new beginning too", () => {
  const chain = begin(6, 12, 3);
  assert.equal(chain.shorten(), 3);
  chain.restart();
  assert.deepEqual(chain.numbers, []);
  const seen = [];
  while (chain.canUndo) {
    chain.undo();
    seen.push(chain.numbers.join());
  }
  assert.deepEqual(seen, ["6,12", "6,12,3", "6,12", "6", ""]);
});

test("a chain from elsewhere is undone from its right end", () => {
  const chain = begin(5, 10);
  chain.take([3, 12, 6]);
  assert.deepEqual([chain.numbers, chain.active], [[3, 12, 6], "right"]);
  chain.undo();
  assert.deepEqual(chain.numbers, [3, 12]);
  chain.undo();
  chain.undo();
  assert.deepEqual([chain.numbers, chain.canUndo], [[], false]);
});

test("the options are those of the active end, then those of the other", () => {
  const chain = begin(5, 10);
  assert.deepEqual(
    chain.options().map(({ label, end, far, relation, of }) => [label, end, far, relation, of].join(" ")),
    ["1 right false divisor 10", "2 right false divisor 10"],
  );
  chain.add(2);
  assert.deepEqual(chain.options().map(({ label, far }) => `${label}${far ? " far" : ""}`), ["1", "4", "6", "8", "12"]);
  assert.equal(begin().options().length, 12);
});

test("a chain that was saved is taken up again, and nothing else is", () => {
  const chain = begin(6, 12, 3);
  const again = begin();
  again.restore(chain.save());
  assert.deepEqual([again.numbers, again.active], [[6, 12, 3], "right"]);
  for (const text of [null, "", "{}", "[]", '{"numbers":[6,5]}', '{"numbers":[6,6]}', '{"numbers":[60]}', '{"numbers":["6"]}', '{"numbers":[6,{}]}']) {
    const fresh = begin();
    fresh.restore(text);
    assert.deepEqual(fresh.numbers, [], text);
  }
});

test("the view has the places of the chain and its active end", () => {
  const { picks, current, high, kind } = begin(6, 12, 3).view();
  assert.deepEqual([kind, high, current, picks.map(({ text, turn }) => `${text}@${turn}`)], ["chain", 12, 3, ["6@1", "12@2", "3@3"]]);
});
