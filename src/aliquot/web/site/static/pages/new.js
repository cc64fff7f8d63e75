// @ts-check
// The settings of a new game: what a duel wants to know is asked in its own words. Everything else is a plain form.
import { pageData } from "../components/page-data.js";
import { h } from "../components/dom.js";
import { load } from "../components/storage.js";
import { requireElement } from "../components/require-element.js";

/** @typedef {{slug: string, title: string, tagline: string, parameter: string, bounds: string, usual: string, suggested: string[]}} Offered */

/** @type {{games: Offered[], limits: {pool: number, sum: number}}} */
const { games, limits } = pageData();
const form = requireElement("form.settings", HTMLFormElement);
const duel = requireElement("select[name=game]", HTMLSelectElement);
const value = requireElement("input[name=value]", HTMLInputElement);
const tagline = requireElement("[data-tagline]", HTMLElement);
const help = requireElement("[data-value-help]", HTMLElement);
const valueName = requireElement("[data-value-name]", HTMLElement);
const suggested = requireElement("#values", HTMLDataListElement);

/** @param {string} of @param {boolean} wanted */
function only(of, wanted) {
  for (const part of document.querySelectorAll(`[data-only="${of}"]`)) {
    if (part instanceof HTMLElement) part.hidden = !wanted;
  }
}

function fit() {
  const game = games.find((one) => one.slug === duel.value);
  const opponent = new FormData(form).get("opponent");
  only("device", opponent === "device");
  only("link", opponent === "link");
  only("pool", game?.parameter === "pool");
  if (game === undefined) return;
  tagline.textContent = game.tagline;
  valueName.textContent = game.parameter.charAt(0).toUpperCase() + game.parameter.slice(1);
  value.placeholder = game.usual;
  suggested.replaceChildren(...game.suggested.map((one) => h("option", { value: one })));
  help.textContent =
    game.parameter === "start"
      ? `A number, several with commas (at most ${limits.sum}), random, balanced or balanced:2. Usually ${game.usual}.`
      : game.parameter === "pool"
        ? `The smallest and the largest number, at most ${limits.pool.toLocaleString("en")} of them. Usually ${game.usual}.`
        : `${game.bounds}. Usually ${game.usual}.`;
}

form.addEventListener("change", fit);
const name = requireElement("input[name=name]", HTMLInputElement);
if (name.value === "") name.value = load("name") ?? "";
fit();
const wrong = form.querySelector("[aria-invalid]");
if (wrong instanceof HTMLElement) wrong.focus();
