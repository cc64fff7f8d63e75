// What is sent of a finished game, from a server and from a site without one.
import assert from "node:assert/strict";
import test from "node:test";
import { network } from "../../../src/aliquot/web/site/static/components/network.js";

globalThis.document = { addEventListener() {} };
const { message } = await import("../../../src/aliquot/web/site/static/components/challenge.js");

const LINK = "https://duels.example/g/abc";
const ended = (winner, more = {}) => ({
  mode: "computer",
  you: [1],
  game: { id: "dividers-duel(start=60)", title: "Divider's Duel" },
  players: [{ kind: "human" }, { kind: "medium" }],
  turns: [{ seat: 1 }, { seat: 2 }, { seat: 1 }],
  outcome: { winner },
  ...more,
});
const sent = (state) => {
  const { text, url } = message(state, LINK);
  const { origin, pathname, searchParams } = new URL(url);
  return { text, place: origin + pathname, ...Object.fromEntries(searchParams) };
};

test("a server sends a won game as a challenge and any other by its link", () => {
  const won = { text: "I won Divider's Duel in 2 moves: can you?", place: "https://duels.example/challenge", game: "dividers-duel(start=60)" };
  assert.deepEqual(sent(ended(1)), { ...won, moves: "2", first: "you", level: "medium" });
  assert.deepEqual(sent(ended(2)), { text: "A game of Divider's Duel:", place: LINK });
  assert.deepEqual(sent(ended(1, { mode: "device" })), { text: "A game of Divider's Duel:", place: LINK });
});

test("a site without a server sends the start of the game, since nobody else has the game", () => {
  Object.assign(network, { base: "/site", isAlone: true });
  const start = { text: "A game of Divider's Duel:", place: "https://duels.example/site/challenge", game: "dividers-duel(start=60)", first: "you" };
  assert.deepEqual(sent(ended(2)), { ...start, level: "medium" });
  assert.deepEqual(sent(ended(1, { mode: "device", players: [{ kind: "human" }, { kind: "human" }] })), start);
  assert.equal(sent(ended(1)).moves, "2");
});
