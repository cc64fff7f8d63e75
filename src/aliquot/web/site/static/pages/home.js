// @ts-check
// The home page: a first board that becomes a live match with one click.
import { Board } from "../boards/board.js";
import { assumeMove } from "../live/state.js";
import { api, Refused } from "../components/api.js";
import { pageData } from "../components/page-data.js";
import { ordinal, parseResults, streak } from "../components/daily-results.js";
import { store, storeToken, load, loadToken } from "../components/storage.js";
import { requireElement } from "../components/require-element.js";
import { announce } from "../components/announce.js";
import { slipText } from "../components/slips.js";
import { sentence } from "../sentences.js";

const KEY = "home-game";
const { arrival, daily } = pageData();
const place = requireElement("[data-place]", HTMLElement);
const title = requireElement("[data-title]", HTMLElement);

/** Loads what only a live match needs. */
const loadMatch = () => import("../components/match.js");

/** @param {unknown} error */
function reason(error) {
  if (!(error instanceof Refused)) throw error;
  return error.reason;
}

/** Puts a live game where the first board was. @param {import("../types.js").Seated | import("../types.js").State} match */
async function follow(match) {
  const { MatchElement } = await loadMatch();
  const element = new MatchElement();
  const hadFocus = place.contains(document.activeElement);
  place.replaceChildren(element);
  element.load(match);
  if (hadFocus) focusBoard(element);
  element.addEventListener("next", (event) => {
    if (event instanceof CustomEvent) store(KEY, event.detail.match);
  });
  title.textContent = arrival.name;
  return element;
}

/** Gives the keyboard back to the board, once it is drawn. @param {HTMLElement} element */
function focusBoard(element) {
  requestAnimationFrame(() => {
    const item = element.querySelector("aliquot-board [tabindex='0']");
    if (item instanceof HTMLElement) item.focus({ preventScroll: true });
  });
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
  board.names = [sentence("computerName"), sentence("youName")];
  board.choicesIn = requireElement("[data-choices]", HTMLElement);
  show(board, arrival, true);
  board.addEventListener("consider", (event) => {
    if (event instanceof CustomEvent) line.textContent = event.detail.text || prompt;
  });
  board.addEventListener("click", (event) => {
    const slip = board.playable && event.target instanceof Element ? slipText(arrival.view, event.target) : "";
    if (slip === "") return;
    line.textContent = slip;
    announce(slip);
  });
  board.addEventListener("choose", async (event) => {
    if (!(event instanceof CustomEvent) || !board.playable) return;
    const pick = event.detail.notation;
    show(board, assumeMove(arrival, pick), false);
    title.textContent = sentence("youTook", { game: arrival.name, pick });
    announce(title.textContent);
    try {
      const seated = await api("POST", "/api/matches", { ...arrival.settings, moves: arrival.moves });
      storeToken(seated.match, seated.token);
      await api("POST", `/api/matches/${seated.match}/moves`, { id: "first", ply: arrival.moves.length, move: pick });
      store(KEY, seated.match);
      const match = await follow(await api("GET", `/api/matches/${seated.match}`, undefined, { token: seated.token }));
      match.announceLast();
    } catch (error) {
      line.textContent = reason(error);
      announce(line.textContent);
      title.textContent = greeting;
      board.choicesIn = requireElement("[data-choices]", HTMLElement);
      show(board, arrival, true);
    }
  });
}

/** Goes on with the game that was begun here, unless it is over. @param {string} name */
async function resume(name) {
  try {
    const state = await api("GET", `/api/matches/${encodeURIComponent(name)}`, undefined, { token: loadToken(name) });
    if (state.outcome === null && state.you.length > 0) {
      await follow(state);
      return;
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status !== 404) return;
  }
  store(KEY, null);
}

function setUpFriendButton() {
  const button = document.querySelector("[data-friend]");
  // A site without a server has none.
  if (!(button instanceof HTMLButtonElement)) return;
  const problem = requireElement("[data-problem]", HTMLElement);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const seated = await api("POST", "/api/matches", arrival.friend);
      storeToken(seated.match, seated.token);
      location.assign(`/g/${seated.match}`);
    } catch (error) {
      problem.textContent = reason(error);
      problem.hidden = false;
      button.disabled = false;
    }
  });
}

function showToday() {
  const days = parseResults(load("daily")) ?? {};
  const today = days[daily];
  const row = streak(days, daily);
  const lines = [];
  if (today?.solved) lines.push(sentence("todaySolved", { ordinal: ordinal(today.tries) }));
  if (row > 1) lines.push(sentence("streak", { count: row }));
  requireElement("[data-day]", HTMLElement).textContent = lines.join(" ");
}

function setUpName() {
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
      line.textContent = sentence("nameStored", { name: me.name });
    } catch (error) {
      line.textContent = reason(error);
    }
  });
}

const begun = load(KEY);
begin();
if (begun !== null) resume(begun);
setUpFriendButton();
showToday();
setUpName();
// Load what the second move needs while the player thinks about the first.
setTimeout(loadMatch, 1000);
