// @ts-check
// Small boards: the numbers of a pool as a grid, or the way that numbers have gone.
import { h } from "../components/dom.js";
import { say } from "./sentences.js";

/** @typedef {import("../types.js").Tile} Tile */

/** Minutes without a move after which a pair needs help. */
export const STUCK = 1.5;

/**
 * Returns whether a pair needs help, and since when in minutes.
 *
 * @param {{status: string, since: number}} one
 * @param {number} now The server's time.
 */
export function need(one, now) {
  const minutes = one.since === 0 ? 0 : (now - one.since) / 60_000;
  const status = one.status === "working" && minutes > STUCK ? "stuck" : one.status;
  return { status, minutes };
}

const ORDER = ["stuck", "away", "working", "idle", "done"];

/** Sorts by who needs help. @template {{status: string, since: number}} T @param {T[]} all @param {number} now @returns {T[]} */
export function byNeed(all, now) {
  /** @param {T} one */
  const rank = (one) => ORDER.indexOf(need(one, now).status);
  return [...all].sort((a, b) => rank(a) - rank(b) || a.since - b.since);
}

/**
 * Draws a tile.
 *
 * @param {Tile} tile
 * @param {number} now
 * @param {{names: [string, string], shown: boolean}} how
 */
export function drawTile(tile, now, { names, shown }) {
  const { status, minutes } = need(tile, now);
  const line =
    tile.winner > 0
      ? say("won", { name: names[tile.winner - 1] ?? "" })
      : status === "away"
        ? say("absent", { name: names[tile.here.indexOf(false)] ?? "" })
        : status === "stuck"
        ? say("stuckFor", { name: names[tile.to_move - 1] ?? "", minutes: Math.floor(minutes) })
        : say("toMove", { name: names[tile.to_move - 1] ?? "" });
  return h(
    "button",
    { type: "button", class: `tile ${status}`, "data-key": tile.id, "data-tile": tile.id, "aria-pressed": String(shown) },
    h("span", { class: "pair" }, player(1, names[0], tile), player(2, names[1], tile)),
    tile.high > 0 ? drawPool(tile) : drawNumbers(tile),
    h("span", { class: "line" }, line, shown && ` · ${say("onProjector")}`),
    h("span", { class: "unseen" }, `${say("moves", { count: tile.ply })}. ${say(shown ? "unshow" : "show")}`),
  );
}

/** @param {number} seat @param {string} name @param {Tile} tile */
function player(seat, name, tile) {
  const won = tile.winner === seat ? " won" : "";
  return h("span", { class: `${seat === 1 ? "one" : "two"}${won}` }, h("span", { class: "sign", "aria-hidden": "true" }, seat === 1 ? "●" : "○"), ` ${name}`);
}

/** @param {Tile} tile */
function drawPool({ low, high, picks }) {
  const count = high - low + 1;
  const columns = Math.ceil(Math.sqrt(count * 1.9));
  const cells = [];
  for (let number = low; number <= high; number += 1) {
    const turn = picks.indexOf(number);
    const last = turn === picks.length - 1 && turn >= 0 ? " last" : "";
    cells.push(h("i", { class: turn < 0 ? "free" : `${turn % 2 === 0 ? "one" : "two"}${last}` }, last !== "" || count <= 50 ? number : ""));
  }
  return h("span", { class: "mini", "aria-hidden": "true", style: { "--columns": columns } }, cells);
}

/** @param {Tile} tile */
function drawNumbers({ numbers }) {
  const last = numbers.slice(-4);
  return h(
    "span",
    { class: "way", "aria-hidden": "true" },
    numbers.length > last.length && h("span", {}, "…"),
    last.map((text, place) => h("span", { class: place === last.length - 1 ? "last" : "" }, text)),
  );
}
