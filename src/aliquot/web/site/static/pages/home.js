// @ts-check
// Arriving: a game that begins with one click, and goes on in its place.
import { Board } from "../boards/board.js";
import { guess } from "../live/state.js";
import { api, Refused } from "../components/api.js";
import { pageData } from "../components/page-data.js";
import { ordinal, parseResults, streak } from "../components/daily-results.js";
import { store, storeToken, load, loadToken } from "../components/storage.js";
import { requireElement } from "../components/require-element.js";
import { announce } from "../components/announce.js";

const KEY = "home-game";
const { arrival, daily } = pageData();
const place = requireElement("[data-place]", HTMLElement);
const title = requireElement("[data-title]", HTMLElement);

/** What only a game that goes on needs. */
const loadMatch = () => import("../components/match.js");

/** @param {unknown} error */
function reason(error) {
  if (!(error instanceof Refused)) throw error;
  return error.reason;
}

/** Puts a live game where the first board was. @param {import("../types.js").Seated | import("../types.js").State} given */
async function follow(given) {
  const { MatchElement } = await loadMatch();
  const shown = new MatchElement();
  place.replaceChildren(shown);
  shown.load(given);
  shown.addEventListener("next", (event) => {
    if (event instanceof CustomEvent) store(KEY, event.detail.match);
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
  const board = requireElement("aliquot-board", Board);
  const line = requireElement("[data-consider]", HTMLElement);
  const prompt = line.textContent ?? "";
  board.names = ["Computer", "You"];
  show(board, arrival, true);
  board.addEventListener("consider", (event) => {
    if (event instanceof CustomEvent) line.textContent = event.detail.text || prompt;
  });
  board.addEventListener("choose", async (event) => {
    if (!(event instanceof CustomEvent) || !board.playable) return;
    const pick = event.detail.notation;
    show(board, guess(arrival, pick), false);
    title.textContent = `${arrival.name}. You took ${pick}.`;
    try {
      const seated = await api("POST", "/api/matches", { ...arrival.settings, moves: arrival.moves });
      storeToken(seated.match, seated.token);
      await api("POST", `/api/matches/${seated.match}/moves`, { id: "first", ply: arrival.moves.length, move: pick });
      store(KEY, seated.match);
      await follow(await api("GET", `/api/matches/${seated.match}`, undefined, { token: seated.token }));
    } catch (error) {
      line.textContent = reason(error);
      announce(line.textContent);
      title.textContent = greeting;
      show(board, arrival, true);
    }
  });
}

/** Goes on with the game that was begun here, unless it is over. @param {string} name */
async function resume(name) {
  try {
    const state = await api("GET", `/api/matches/${encodeURIComponent(name)}`, undefined, { token: loadToken(name) });
    if (state.outcome === null && state.you.length > 0) return await follow(state);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status !== 404) return;
  }
  store(KEY, null);
}

function befriend() {
  const button = requireElement("[data-friend]", HTMLButtonElement);
  const problem = requireElement("[data-problem]", HTMLElement);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const seated = await api("POST", "/api/matches", { game: arrival.settings.game, opponent: "link" });
      storeToken(seated.match, seated.token);
      location.assign(`/g/${seated.match}`);
    } catch (error) {
      problem.textContent = reason(error);
      problem.hidden = false;
      button.disabled = false;
    }
  });
}

function tellDay() {
  const days = parseResults(load("daily")) ?? {};
  const today = days[daily];
  const row = streak(days, daily);
  const told = today?.solved ? `You have solved it, at the ${ordinal(today.tries)} try.` : "";
  requireElement("[data-day]", HTMLElement).textContent = `${told}${row > 1 ? ` That makes ${row} days in a row.` : ""}`;
}

function name() {
  const form = requireElement("[data-naming]", HTMLFormElement);
  const field = requireElement("#name", HTMLInputElement);
  const line = requireElement("[data-named]", HTMLElement);
  requireElement("[data-naming] button", HTMLButtonElement).disabled = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const me = await api("PUT", "/api/me", { name: field.value });
      store("name", me.name);
      field.value = me.name;
      line.textContent = `You are ${me.name} from now on.`;
    } catch (error) {
      line.textContent = reason(error);
    }
  });
}

const begun = load(KEY);
begin();
if (begun !== null) resume(begun);
befriend();
tellDay();
name();
// What the second move needs is fetched while one thinks about the first.
setTimeout(loadMatch, 1000);
