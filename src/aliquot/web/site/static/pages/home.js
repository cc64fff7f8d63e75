// @ts-check
// Arriving: a game that begins with one click, and goes on in its place.
import { Board } from "../boards/board.js";
import { guess } from "../live/state.js";
import { api, Refused } from "../parts/api.js";
import { facts } from "../parts/data.js";
import { ordinal, readDays, streak } from "../parts/days.js";
import { keep, keepSeat, recall, seatOf } from "../parts/kept.js";
import { need } from "../parts/need.js";
import { say } from "../parts/say.js";

const KEY = "home-game";
const { arrival, daily } = facts();
const place = need("[data-place]", HTMLElement);
const title = need("[data-told]", HTMLElement);

/** What only a game that goes on needs. */
const game = () => import("../parts/game.js");

/** @param {unknown} error */
function reason(error) {
  if (!(error instanceof Refused)) throw error;
  return error.reason;
}

/** Puts a live game where the first board was. @param {import("../types.js").Seated | import("../types.js").State} given */
async function follow(given) {
  const { Game } = await game();
  const shown = new Game();
  place.replaceChildren(shown);
  shown.load(given);
  shown.addEventListener("next", (event) => {
    if (event instanceof CustomEvent) keep(KEY, event.detail.match);
  });
  title.textContent = arrival.name;
}

/** @param {Board} board @param {{turns: import("../types.js").Turn[], view: import("../types.js").View}} at @param {boolean} playable */
function show(board, { turns, view }, playable) {
  board.turns = turns;
  board.view = view;
  board.playable = playable;
}

function begin() {
  const greeting = title.textContent;
  const board = need("aliquot-board", Board);
  const line = need("[data-consider]", HTMLElement);
  const asks = line.textContent ?? "";
  board.names = ["Computer", "You"];
  show(board, arrival, true);
  board.addEventListener("consider", (event) => {
    if (event instanceof CustomEvent) line.textContent = event.detail.text || asks;
  });
  board.addEventListener("choose", async (event) => {
    if (!(event instanceof CustomEvent) || !board.playable) return;
    const pick = event.detail.spelt;
    show(board, guess(arrival, pick), false);
    title.textContent = `${arrival.name}. You took ${pick}.`;
    try {
      const seated = await api("POST", "/api/matches", { ...arrival.asked, moves: arrival.moves });
      keepSeat(seated.match, seated.token);
      await api("POST", `/api/matches/${seated.match}/moves`, { id: "first", ply: arrival.moves.length, move: pick });
      keep(KEY, seated.match);
      await follow(await api("GET", `/api/matches/${seated.match}`, undefined, { token: seated.token }));
    } catch (error) {
      line.textContent = reason(error);
      say(line.textContent);
      title.textContent = greeting;
      show(board, arrival, true);
    }
  });
}

/** Goes on with the game that was begun here, unless it is over. @param {string} name */
async function resume(name) {
  try {
    const state = await api("GET", `/api/matches/${encodeURIComponent(name)}`, undefined, { token: seatOf(name) });
    if (state.outcome === null && state.you.length > 0) return await follow(state);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status !== 404) return;
  }
  keep(KEY, null);
}

function befriend() {
  const button = need("[data-friend]", HTMLButtonElement);
  const problem = need("[data-problem]", HTMLElement);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const seated = await api("POST", "/api/matches", { game: arrival.asked.game, opponent: "link" });
      keepSeat(seated.match, seated.token);
      location.assign(`/g/${seated.match}`);
    } catch (error) {
      problem.textContent = reason(error);
      problem.hidden = false;
      button.disabled = false;
    }
  });
}

function tellDay() {
  const days = readDays(recall("daily")) ?? {};
  const today = days[daily];
  const row = streak(days, daily);
  const told = today?.solved ? `You have solved it, at the ${ordinal(today.tries)} try.` : "";
  need("[data-day]", HTMLElement).textContent = `${told}${row > 1 ? ` That makes ${row} days in a row.` : ""}`;
}

function name() {
  const form = need("[data-naming]", HTMLFormElement);
  const field = need("#name", HTMLInputElement);
  const line = need("[data-named]", HTMLElement);
  need("[data-naming] button", HTMLButtonElement).disabled = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const me = await api("PUT", "/api/me", { name: field.value });
      keep("name", me.name);
      field.value = me.name;
      line.textContent = `You are ${me.name} from now on.`;
    } catch (error) {
      line.textContent = reason(error);
    }
  });
}

const begun = recall(KEY);
begin();
if (begun !== null) resume(begun);
befriend();
tellDay();
name();
// What the second move needs is fetched while one thinks about the first.
setTimeout(game, 1000);
