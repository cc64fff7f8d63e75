// The result as the person here reads it, the title of the tab, and the answers to slips.
import assert from "node:assert/strict";
import test from "node:test";
import { resultText, tabTitle } from "../../../src/aliquot/web/site/static/components/result.js";
import { isSlip } from "../../../src/aliquot/web/site/static/components/slips.js";

const ended = (winner, ending, more = {}) => ({
  mode: "computer",
  you: [1],
  game: { title: "Juniper Green" },
  players: [
    { seat: 1, name: "Player 1", kind: "human" },
    { seat: 2, name: "Computer", kind: "medium" },
  ],
  view: { to_move: 2 },
  outcome: { winner, ending, reason: ending === "no_moves" ? "29 is prime" : "", text: "29 is prime: Computer cannot move. Player 1 wins!" },
  ...more,
});

test("a player is told that they win or lose, and why", () => {
  assert.equal(resultText(ended(1, "no_moves")), "You win! 29 is prime: Computer cannot move.");
  assert.equal(resultText(ended(2, "no_moves", { view: { to_move: 1 } })), "You lose. 29 is prime: you cannot move.");
  assert.equal(resultText(ended(2, "no_moves")), "You lose. 29 is prime: Computer cannot move, and the last move loses.");
  assert.equal(resultText(ended(1, "out_of_time")), "You win! Computer has run out of time.");
  assert.equal(resultText(ended(2, "resigned")), "You lose. You resigned.");
  const slip = ended(2, "illegal_move");
  assert.equal(resultText({ ...slip, outcome: { ...slip.outcome, reason: "7 does not divide 60" } }), "You lose. 7 does not divide 60: you made an illegal choice.");
});

test("watchers and two people on one device read the names", () => {
  assert.equal(resultText(ended(1, "no_moves", { you: [] })), ended(1, "no_moves").outcome.text);
  assert.equal(resultText(ended(1, "no_moves", { mode: "device", you: [1, 2] })), ended(1, "no_moves").outcome.text);
  assert.equal(resultText(ended(1, "no_moves", { outcome: null })), "");
});

test("the tab says when it is your move", () => {
  const playing = ended(1, "no_moves", { outcome: null });
  assert.equal(tabTitle(playing, true), "● Your move · Juniper Green · Aliquot");
  assert.equal(tabTitle(playing, false), "Juniper Green · Aliquot");
  assert.equal(tabTitle(ended(1, "no_moves"), false), "You win! · Juniper Green · Aliquot");
});

test("a slip is known where every legal move is listed", () => {
  const view = { options: [{ notation: "60/2", label: "2" }], count: 1, swap: null };
  assert.equal(isSlip(view, "2"), false);
  assert.equal(isSlip(view, "60/2"), false);
  assert.equal(isSlip(view, "7"), true);
  assert.equal(isSlip({ ...view, count: 5_000 }, "7"), false);
  assert.equal(isSlip({ ...view, swap: { notation: "swap" } }, "swap"), false);
});
