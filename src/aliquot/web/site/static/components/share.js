// @ts-check
// Passing a game on: its link, the link as a picture for a camera, the device's own way of sharing, and one's private link.
import { copy } from "./copy.js";
import { h } from "./dom.js";

/**
 * The dialog that passes a game on.
 *
 * @param {string} game
 * @param {object} facts
 * @param {boolean} facts.waits Whether somebody is waited for.
 * @param {string | null} facts.token The secret of one's own seat.
 * @returns {HTMLDialogElement}
 */
export function shareDialog(game, { waits, token }) {
  const link = `${location.origin}/g/${encodeURIComponent(game)}`;
  const title = waits ? "Play a friend" : "Share this game";
  const field = h("input", { readonly: true, value: link, "aria-label": "Link to this game", class: "link" });
  field.addEventListener("focus", () => field.select());
  const made = h(
    "dialog",
    { class: "share", "aria-label": title },
    h("h2", {}, title),
    h("p", {}, waits ? "Whoever opens this link first takes the other seat; everybody else watches." : "Whoever opens this link watches, or takes a free seat."),
    h("img", { class: "qr", src: `/g/${encodeURIComponent(game)}/qr.svg`, width: 180, height: 180, alt: "The link as a QR code" }),
    h(
      "div",
      { class: "row" },
      field,
      h("button", { type: "button", class: "strong", onclick: (/** @type {Event} */ event) => copy(link, /** @type {HTMLElement} */ (event.currentTarget)) }, "Copy"),
    ),
    "share" in navigator &&
      h("button", { type: "button", onclick: () => navigator.share({ title: "Aliquot", url: link }).catch(() => {}) }, "Share …"),
    token !== null &&
      h(
        "details",
        {},
        h("summary", {}, "Play on from another device"),
        h("p", {}, "This link opens your own seat. Keep it to yourself: whoever has it plays for you."),
        h("button", { type: "button", onclick: (/** @type {Event} */ event) => copy(`${link}#${token}`, /** @type {HTMLElement} */ (event.currentTarget)) }, "Copy my private link"),
      ),
    h("form", { method: "dialog" }, h("button", { class: "plain" }, "Close")),
  );
  // A picture that is not there leaves no hole.
  made.querySelector("img")?.addEventListener("error", (event) => {
    if (event.target instanceof HTMLElement) event.target.hidden = true;
  });
  return made;
}
