// @ts-check
// Arriving: a game that begins with one click, and goes on in its place.
import { Board } from "../boards/board.js";
import { api, Refused } from "../parts/api.js";
import { facts } from "../parts/data.js";
import { ordinal, readDays, streak } from "../parts/days.js";
import { keep, keepSeat, recall } from "../parts/kept.js";
import { need } from "../parts/need.js";
import { say } from "../parts/say.js";

const { arrival, daily } = facts();
const title = need("[data-told]", HTMLElement);

/** @param {unknown} error */
function reason(error) {
  if (!(error instanceof Refused)) throw error;
  return error.reason;
}

/** Goes on with the game on its own page. @param {import("../types.js").State} state */
function follow(state) {
  location.assign(`/g/${state.game}`);
}

function begin() {
  const board = need("aliquot-board", Board);
  const line = need("[data-consider]", HTMLElement);
  const asks = line.textContent ?? "";
  board.names = ["Computer", "You"];
  board.turns = arrival.turns;
  board.view = arrival.view;
  board.playable = true;
  board.addEventListener("consider", (event) => {
    if (event instanceof CustomEvent) line.textContent = event.detail.text || asks;
  });
  board.addEventListener("choose", async (event) => {
    if (!(event instanceof CustomEvent) || !board.playable) return;
    const pick = event.detail.spelt;
    board.playable = false;
    title.textContent = `${arrival.name}. You took ${pick}.`;
    try {
      const seated = await api("POST", "/api/games", { ...arrival.asked, moves: arrival.moves });
      keepSeat(seated.game, seated.token);
      await api("POST", `/api/games/${seated.game}/moves`, { id: "first", ply: arrival.moves.length, move: pick });
      follow(seated.state);
    } catch (error) {
      line.textContent = reason(error);
      say(line.textContent);
      board.playable = true;
    }
  });
}

function befriend() {
  const button = need("[data-friend]", HTMLButtonElement);
  const problem = need("[data-problem]", HTMLElement);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const seated = await api("POST", "/api/games", { game: arrival.asked.game, opponent: "link" });
      keepSeat(seated.game, seated.token);
      location.assign(`/g/${seated.game}`);
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

begin();
befriend();
tellDay();
name();
