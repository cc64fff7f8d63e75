// @ts-check
// The dialog that shares a match: its link, a QR code, the sharing of the device, and the private link.
import { sentence } from "../sentences.js";
import { Refused } from "./api.js";
import { copy } from "./copy.js";
import { h } from "./dom.js";
import { matchLink } from "./page-data.js";

/**
 * Returns the dialog that shares a match.
 *
 * @param {string} match Its id.
 * @param {object} facts
 * @param {boolean} facts.waits Whether a seat is free.
 * @param {string | null} facts.token The token of the player's own seat.
 * @param {((name: string) => Promise<void>) | null} facts.rename Gives the player a name; null if they have one.
 * @returns {HTMLDialogElement}
 */
export function shareDialog(match, { waits, token, rename }) {
  const link = matchLink(match);
  const title = sentence(waits ? "playFriend" : "shareGame");
  const field = h("input", { readonly: true, value: link, "aria-label": sentence("shareLink"), class: "link" });
  field.addEventListener("focus", () => field.select());
  const dialog = h(
    "dialog",
    { class: "share", "aria-label": title },
    h("h2", {}, title),
    h("p", {}, sentence(waits ? "shareWaiting" : "shareOpen")),
    rename !== null && drawNaming(rename),
    h(
      "div",
      { class: "row" },
      field,
      h("button", { type: "button", class: "strong", onclick: (/** @type {Event} */ event) => copy(link, /** @type {HTMLElement} */ (event.currentTarget)) }, sentence("copy")),
    ),
    "share" in navigator &&
      h("button", { type: "button", onclick: () => navigator.share({ title: "Aliquot", url: link }).catch(() => {}) }, sentence("shareOther")),
    h("img", { class: "qr", src: `/g/${encodeURIComponent(match)}/qr.svg`, width: 180, height: 180, alt: sentence("shareQr") }),
    token !== null &&
      h(
        "details",
        {},
        h("summary", {}, sentence("otherDevice")),
        h("p", {}, sentence("privateLink")),
        h("button", { type: "button", onclick: (/** @type {Event} */ event) => copy(`${link}#${token}`, /** @type {HTMLElement} */ (event.currentTarget)) }, sentence("copyPrivate")),
      ),
    h("form", { method: "dialog" }, h("button", { class: "plain" }, sentence("close"))),
  );
  // A picture that is not there leaves no hole.
  dialog.querySelector("img")?.addEventListener("error", (event) => {
    if (event.target instanceof HTMLElement) event.target.hidden = true;
  });
  return dialog;
}

/**
 * Draws the question for a name, which disappears when it is answered.
 *
 * @param {(name: string) => Promise<void>} rename
 */
function drawNaming(rename) {
  const field = h("input", { id: "own-name", name: "name", maxlength: 32, required: true, autocomplete: "nickname" });
  const problem = h("span", { class: "problem", role: "alert" });
  const form = h("form", { class: "naming" }, h("label", { for: "own-name" }, sentence("nameForFriend")), field, h("button", {}, sentence("save")), problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await rename(field.value.trim());
      form.remove();
    } catch (error) {
      problem.textContent = error instanceof Refused ? error.reason : String(error);
    }
  });
  return form;
}
