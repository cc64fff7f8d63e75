// @ts-check
// Offers and questions between players.
import { sentence } from "../sentences.js";
import { h } from "./dom.js";
import { button, isReady, seatsOf } from "./panels.js";
import { isNameless, nameOf } from "./result.js";

/** @typedef {import("../types.js").State} State */

/**
 * Draws what waits for an answer: the other player's offers, the free seat, the confirmation of resigning.
 *
 * @param {State} state
 * @param {{resigns: boolean, name: string}} options Whether to ask for confirmation of resigning, and the name given before.
 */
export function drawOffers(state, { resigns, name }) {
  const you = /** @type {number[]} */ (seatsOf(state));
  const back = state.offers["take_back"];
  const again = state.offers["again"];
  /**
   * @param {string} key
   * @param {number | undefined} seat
   * @param {"offerTakeBack" | "offerAgain"} text
   */
  const offer = (key, seat, text) => {
    if (seat === undefined || you.length === 0) return null;
    const mine = you.includes(seat);
    return h(
      "div",
      { class: `offer ${key}`, "data-key": key },
      h("span", {}, mine ? sentence(`${text}ByYou`) : sentence(text, { name: nameOf(state, seat) })),
      !mine && button("agree", sentence("agree"), { strong: true }),
      !mine && button("decline", sentence("decline")),
    );
  };
  return h(
    "div",
    {},
    offer("take_back", back, "offerTakeBack"),
    offer("again", again, "offerAgain"),
    !isReady(state) && you.length === 0 && state.mode === "link" && drawJoin(state, name),
    resigns && state.outcome === null && drawResign(),
  );
}

/**
 * Draws the invitation for whoever opens a link to a free seat: who invites them to what, and how it is played.
 *
 * @param {State} state
 * @param {string} name
 */
function drawJoin(state, name) {
  const host = state.players.find((player) => player.taken)?.name ?? "";
  const values = { name: host, game: state.game.title };
  return h(
    "form",
    { class: "join offer", "data-key": "join" },
    h("p", { class: "invitation" }, h("b", {}, sentence(isNameless(host) ? "invited" : "invitedBy", values)), ` ${state.game.goal}`),
    h("input", { name: "name", maxlength: 32, autocomplete: "nickname", value: name, placeholder: sentence("yourName"), "aria-label": sentence("yourName") }),
    h("button", { class: "strong" }, sentence("takeSeat")),
  );
}

function drawResign() {
  return h(
    "div",
    { class: "offer sure", "data-key": "sure" },
    h("span", {}, sentence("confirmResign")),
    button("give_up", sentence("resign"), { strong: true }),
    button("play_on", sentence("playOn")),
  );
}
