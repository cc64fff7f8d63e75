// What becomes of a state: events in order, guesses confirmed or taken back.
import assert from "node:assert/strict";
import test from "node:test";
import { apply, begin, assumeMove, confirmedState } from "../../../src/aliquot/web/site/static/live/state.js";

const option = (notation, label, leaves) => ({ notation, label, leaves, value_text: leaves, factors: "" });
const number = (text, options) => ({
  kind: "numbers",
  to_move: 1,
  prompt: "choose",
  no_move_reason: "",
  summary: text,
  options,
  count: options.length,
  swap: null,
  heaps: [{ text, factors: "", sign: "/", rule: "Divider's Duel", twin: false, options, count: options.length }],
});
const state = (more = {}) => ({
  match: "g",
  number: 3,
  ply: 0,
  turns: [],
  players: [
    { seat: 1, name: "Ada", kind: "human", taken: true },
    { seat: 2, name: "Player 2", kind: "human", taken: false },
  ],
  offers: {},
  next: null,
  outcome: null,
  remaining: null,
  running: null,
  view: number("60", [option("60/2", "2", "30"), option("60/3", "3", "20")]),
  ...more,
});
const position = () => {
  const { ply, view, remaining, running, outcome, offers } = state();
  return { ply, view, remaining, running, outcome, offers };
};
const moved = (more = {}) => ({
  ...position(),
  number: 4,
  id: "a",
  kind: "moved",
  seat: 1,
  move: "60/2",
  leaves: "30",
  numbers: ["30"],
  ply: 1,
  offers: {},
  view: { ...number("30", [option("30/2", "2", "15")]), to_move: 2 },
  ...more,
});

test("a move is seen at once, and nobody can choose until it is agreed", () => {
  const shown = assumeMove(begin(state()), "60/2");
  assert.equal(shown.view.heaps[0].text, "30");
  assert.equal(shown.view.to_move, 2);
  assert.deepEqual(shown.view.options, []);
  assert.deepEqual(shown.turns, [{ seat: 1, move: "60/2", leaves: "30", numbers: ["30"] }]);
  assert.equal(shown.ply, 1);
  assert.equal(shown.assumedMove, "60/2");
});

test("a guess that was wrong leaves no trace", () => {
  const before = begin(state());
  const after = confirmedState(assumeMove(before, "60/2"));
  assert.deepEqual(after, before);
});

test("a guess that was right becomes what the server says", () => {
  const after = apply(assumeMove(begin(state()), "60/2"), moved());
  assert.equal(after.assumedMove, undefined);
  assert.equal(after.confirmed, undefined);
  assert.equal(after.number, 4);
  assert.deepEqual(after.turns, [{ seat: 1, move: "60/2", leaves: "30", numbers: ["30"] }]);
  assert.equal(after.view.options[0].notation, "30/2");
});

test("what is not to be chosen is not guessed", () => {
  const shown = assumeMove(begin(state()), "60/7");
  assert.equal(shown.assumedMove, undefined);
  assert.equal(shown.ply, 0);
});

test("an event that is known already changes nothing, and a gap is noticed", () => {
  const before = begin(state());
  assert.equal(apply(before, moved({ number: 3 })), before);
  assert.equal(apply(before, moved({ number: 5 })), null);
});

test("somebody who sits down is named, and a guess lives through it", () => {
  const shown = assumeMove(begin(state()), "60/2");
  const after = apply(shown, { ...position(), number: 4, id: "", kind: "joined", seat: 2, name: "Emmy" });
  assert.deepEqual(after.players[1], { seat: 2, name: "Emmy", kind: "human", taken: true });
  assert.equal(after.assumedMove, "60/2");
  assert.equal(confirmedState(after).number, 4);
  assert.equal(confirmedState(after).view.summary, "60");
});

test("another's move ends a guess about the same turn", () => {
  const after = apply(assumeMove(begin(state()), "60/2"), moved({ move: "60/3", leaves: "20" }));
  assert.equal(after.assumedMove, undefined);
  assert.equal(after.turns[0].move, "60/3");
});

test("what is taken back is gone from the list", () => {
  const turns = [1, 2, 3].map((place) => ({ seat: 1, move: `${place}`, leaves: "" }));
  const after = apply(begin(state({ turns, ply: 3 })), { ...position(), number: 4, id: "", kind: "taken_back", seat: 1, turns: 2, ply: 1 });
  assert.deepEqual(after.turns.map((turn) => turn.move), ["1"]);
  assert.equal(after.ply, 1);
});

test("the game that follows is named", () => {
  const after = apply(begin(state()), { ...position(), number: 4, id: "", kind: "continued", seat: 1, next: "h" });
  assert.equal(after.next, "h");
});

test("in a pool a guess takes the number for the mover", () => {
  const view = {
    kind: "pool",
    to_move: 2,
    prompt: "",
    no_move_reason: "",
    summary: "",
    options: [{ ...option("15", "15", ""), value_text: null }],
    count: 1,
    swap: null,
    picks: [{ text: "30", turn: 1, seat: 1 }],
    texts: { low: "1", high: "40", current: "30" },
  };
  const shown = assumeMove(begin(state({ view, ply: 1 })), "15");
  assert.deepEqual(shown.view.picks[1], { number: 15, text: "15", turn: 2, seat: 2 });
  assert.equal(shown.view.texts.current, "15");
  assert.deepEqual(view.picks.length, 1, "what was known stays as it was");
});

test("of several numbers the one that is moved on changes", () => {
  const one = number("60", [option("60/2", "2", "30")]).heaps[0];
  const two = { ...one, text: "84", options: [{ ...option("84/2", "2", "60, 42"), value_text: "42" }] };
  const view = { ...number("60", []), heaps: [one, two], options: [...one.options, ...two.options] };
  const shown = assumeMove(begin(state({ view })), "84/2");
  assert.deepEqual(shown.view.heaps.map((heap) => heap.text), ["60", "42"]);
});

test("a swap changes whose turn it is and nothing else", () => {
  const view = { ...number("60", []), to_move: 2, swap: option("swap", "swap", "60") };
  const shown = assumeMove(begin(state({ view, ply: 1 })), "swap");
  assert.equal(shown.view.to_move, 1);
  assert.equal(shown.view.summary, "60");
  assert.equal(shown.view.swap, null);
  assert.equal(shown.turns[0].leaves, "");
});
