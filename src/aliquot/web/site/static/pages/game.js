// @ts-check
// The page of one game.
import "../parts/game.js";
import { takeToken } from "../parts/kept.js";

const data = document.getElementById("data");
const game = document.querySelector("aliquot-game");
if (data !== null && game !== null) {
  const state = JSON.parse(data.textContent ?? "null");
  takeToken(state.match);
  const shown = /** @type {import("../parts/game.js").Game} */ (game);
  shown.load(state);
  shown.addEventListener("next", (event) => {
    const next = /** @type {CustomEvent} */ (event).detail.match;
    history.pushState(null, "", `/g/${next}`);
  });
  // A private link that is opened on the page of the same game gives the seat, too.
  addEventListener("hashchange", () => location.hash !== "" && location.reload());
  addEventListener("popstate", () => location.hash === "" && location.reload());
}
