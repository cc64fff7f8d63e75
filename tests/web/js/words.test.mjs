// Sentences, times, commands and letters: small functions of plain data.
import assert from "node:assert/strict";
import test from "node:test";
import { aloud } from "../../../src/aliquot/web/site/static/boards/control.js";
import { pathOf } from "../../../src/aliquot/web/site/static/boards/lattice.js";
import { pairLetter } from "../../../src/aliquot/web/site/static/boards/pool.js";
import { sentence } from "../../../src/aliquot/web/site/static/sentences.js";
import { remainingTime, formatTime } from "../../../src/aliquot/web/site/static/components/clock.js";
import { read } from "../../../src/aliquot/web/site/static/components/commands.js";
import { isYourTurn, question, turnText } from "../../../src/aliquot/web/site/static/components/panels.js";
import { nameOf, shownName } from "../../../src/aliquot/web/site/static/components/result.js";

test("times are told as clocks show them", () => {
  assert.deepEqual([75_250, 8_250, 0, -5, 600_000].map(formatTime), ["1:15", "0:08.3", "0:00.0", "0:00.0", "10:00"]);
});

test("a clock runs only for whoever is to move", () => {
  const state = { remaining: [60_000, 30_000], running: 2, outcome: null };
  assert.equal(remainingTime(state, 1, 5_000), 60_000);
  assert.equal(remainingTime(state, 2, 5_000), 25_000);
  assert.equal(remainingTime(state, 2, 50_000), 0);
  assert.equal(remainingTime({ ...state, outcome: { winner: 1 } }, 2, 5_000), 30_000);
  assert.equal(remainingTime({ ...state, remaining: null }, 2, 5_000), null);
});

test("a command is a word of the terminal, and anything else is a move", () => {
  assert.deepEqual(["hint", " Take  Back ", "undo", "X", "?"].map((typed) => read(typed).does), ["hint", "take_back", "take_back", "resign", "help"]);
  assert.deepEqual(read(" 60/2 "), { does: "move", text: "60/2" });
  assert.deepEqual(read("  "), { does: "nothing" });
  assert.deepEqual(read("constructor"), { does: "move", text: "constructor" });
});

test("factors are read aloud", () => {
  assert.deepEqual(["3·5", "2^18·5^18", "7", ""].map(aloud), ["3 times 5", "2 to the power of 18 times 5 to the power of 18", "prime", ""]);
});

test("pairs have letters like in the terminal", () => {
  assert.deepEqual([0, 25, 26, 51, 52].map(pairLetter), ["a", "z", "A", "Z", "aa"]);
});

const numbers = (...texts) => ({ heaps: texts.map((text) => ({ text, sign: "/" })) });

test("a path leads from the first number over what each move left", () => {
  const turns = [{ numbers: ["30"] }, { numbers: [] }, { numbers: ["15"] }];
  assert.deepEqual(pathOf({ startNumbers: ["60"], turns, view: numbers("15") }, 0), ["60", "30", "15"]);
  const sum = [{ numbers: ["30", "84"] }, { numbers: ["30", "42"] }];
  assert.deepEqual(pathOf({ startNumbers: ["60", "84"], turns: sum, view: numbers("30", "42") }, 1), ["84", "42"]);
  assert.deepEqual(pathOf({ startNumbers: [], turns: [], view: numbers("30") }, 0), ["30"]);
});

const state = (more = {}) => ({
  mode: "computer",
  outcome: null,
  you: [1],
  players: [
    { seat: 1, name: "Ada", kind: "human", taken: true },
    { seat: 2, name: "perfect", kind: "perfect", taken: true },
  ],
  view: { to_move: 1, prompt: "choose a divisor of 60" },
  ...more,
});

test("what is asked is asked of whoever is to move", () => {
  assert.equal(question(state()), "Your move: choose a divisor of 60.");
  assert.equal(question(state({ mode: "device", you: [1, 2] })), "Ada: choose a divisor of 60.");
  assert.equal(question(state({ view: { to_move: 2, prompt: "" } })), sentence("thinking", { name: "perfect" }));
  assert.equal(question(state({ you: [] })), "Ada is to move.");
  assert.equal(question(state({ you: [], outcome: { text: "It is over." } })), "It is over.");
  const waiting = state({ mode: "link", players: [state().players[0], { seat: 2, name: "", kind: "human", taken: false }] });
  assert.equal(question(waiting), sentence("waitingForPlayer"));
  assert.equal(question({ ...waiting, you: [] }), sentence("seatFree"));
  assert.equal(isYourTurn(waiting), false);
});

test("a turn is told by name, or as one's own", () => {
  assert.equal(turnText(state(), { seat: 1, move: "60/2", leaves: "30" }), "You played 60/2, which leaves 30.");
  assert.equal(turnText(state(), { seat: 2, move: "15", leaves: "" }), "perfect played 15.");
  assert.equal(turnText(state(), { seat: 2, move: "swap", leaves: "" }), "perfect swapped.");
  assert.equal(turnText(state(), { seat: 2, move: "7", leaves: "" }, "7 does not divide 60."), "perfect chose 7. 7 does not divide 60.");
});

test("without a name, one is You in either seat, and the other one Your friend", () => {
  const called = (names, more = {}) => {
    const state = { mode: "link", you: [2], outcome: null, players: names.map((name, place) => ({ seat: place + 1, name, kind: "human", taken: true })), ...more };
    return [shownName(state, 1), shownName(state, 2), nameOf(state, 2)];
  };
  // After a rematch, a player without a name keeps what they were called, in the other seat.
  assert.deepEqual(called(["Player 2", "Player 1"]), ["Your friend", "You", "Player 1"]);
  assert.deepEqual(called(["Emmy", "Ada"]), ["Emmy", "Ada", "Ada"]);
  assert.deepEqual(called(["Player 2", "Player 1"], { you: [1] }), ["You", "Your friend", "Your friend"]);
  assert.deepEqual(called(["Player 2", "Player 1"], { you: [] }), ["Player 2", "Player 1", "Player 1"], "for a watcher");
  assert.deepEqual(called(["Player 1", "Player 2"], { mode: "device", you: [1, 2] }), ["Player 1", "Player 2", "Player 2"]);
  assert.deepEqual(called(["Computer", "Ada"], { mode: "computer" }), ["Computer", "You", "Ada"]);
});
