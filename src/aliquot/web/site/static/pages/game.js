// @ts-check
// The page of one game.
import "../components/match.js";
import { takeTokenFromUrl } from "../components/storage.js";

const data = document.getElementById("data");
const game = document.querySelector("aliquot-match");
if (data !== null && game !== null) {
  const state = JSON.parse(data.textContent ?? "null");
  takeTokenFromUrl(state.match);
  const shown = /** @type {import("../components/match.js").MatchElement} */ (game);
  shown.load(state);
  shown.addEventListener("next", (event) => {
    const next = /** @type {CustomEvent} */ (event).detail.match;
    history.pushState(null, "", `/g/${next}`);
  });
  // A private link that is opened on the page of the same game gives the seat, too.
  addEventListener("hashchange", () => location.hash !== "" && location.reload());
  addEventListener("popstate", () => location.hash === "" && location.reload());
}
