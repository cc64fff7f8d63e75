// @ts-check
// Offers and questions between players.
import { h } from "./dom.js";
import { button, isReady, nameOf, seatsOf } from "./panels.js";

/** @typedef {import("../types.js").State} State */

/**
 * What is asked of whoever looks, each thing in its own place: what the other player asks for, whether one takes the
 * free seat, whether one really gives up.
 *
 * @param {State} state
 * @param {{unsure: boolean, name: string}} how Whether one is about to give up, and the name one gave before.
 */
export function drawOffers(state, { unsure, name }) {
  const you = /** @type {number[]} */ (seatsOf(state));
  const back = state.offers["take_back"];
  const again = state.offers["again"];
  /**
   * @param {string} key
   * @param {number | undefined} seat
   * @param {string} asks
   */
  const offer = (key, seat, asks) => {
    if (seat === undefined || you.length === 0) return null;
    const mine = you.includes(seat);
    return h(
      "div",
      { class: `offer ${key}`, "data-key": key },
      h("span", {}, mine ? `You ask ${asks}.` : `${nameOf(state, seat)} asks ${asks}.`),
      !mine && button("agree", "Agree", { strong: true }),
      !mine && button("decline", "No"),
    );
  };
  return h(
    "div",
    {},
    offer("take_back", back, "to take a move back"),
    offer("again", again, "for another game"),
    !isReady(state) && you.length === 0 && state.mode === "link" && drawJoin(name),
    unsure && state.outcome === null && drawDoubt(),
  );
}

/** @param {string} name */
function drawJoin(name) {
  return h(
    "form",
    { class: "join offer", "data-key": "join" },
    h("input", { name: "name", maxlength: 32, autocomplete: "nickname", value: name, placeholder: "Your name", "aria-label": "Your name" }),
    h("button", { class: "strong" }, "Take the seat"),
  );
}

function drawDoubt() {
  return h(
    "div",
    { class: "offer sure", "data-key": "sure" },
    h("span", {}, "Do you give up this game?"),
    button("give_up", "Resign", { strong: true }),
    button("play_on", "Play on"),
  );
}
