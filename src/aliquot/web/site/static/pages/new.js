// @ts-check
// The settings of a new game: the field for its number has the words of the duel. Everything else is a plain form.
import { pageData } from "../components/page-data.js";
import { h } from "../components/dom.js";
import { load } from "../components/storage.js";
import { sentence } from "../sentences.js";
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
      ? sentence("startHelp", { most: limits.sum, usual: game.usual })
      : game.parameter === "pool"
        ? sentence("poolHelp", { most: limits.pool.toLocaleString("en"), usual: game.usual })
        : sentence("boundsHelp", { bounds: game.bounds, usual: game.usual });
}

form.addEventListener("change", fit);
const name = requireElement("input[name=name]", HTMLInputElement);
if (name.value === "") name.value = load("name") ?? "";
fit();
const wrong = form.querySelector("[aria-invalid]");
if (wrong instanceof HTMLElement) wrong.focus();
