// @ts-check
// The chart of who was winning: a column for each position, its upper half for one player and its lower for the other.
import { sentence } from "../sentences.js";
import { h, svg } from "./dom.js";

const TALL = 28;

/**
 * @typedef {object} Course The course of a match.
 * @property {number[]} leaders The seat that was winning before each move and at the end.
 * @property {string[]} names
 * @property {number[]} blunders The numbers of the moves that gave the win away, from 1.
 */

/**
 * Return the stretches in which one player was winning.
 *
 * @param {number[]} leaders
 * @returns {{seat: number, from: number, to: number}[]} `to` is the last position of the stretch.
 */
export function stretches(leaders) {
  /** @type {{seat: number, from: number, to: number}[]} */
  const list = [];
  leaders.forEach((seat, at) => {
    const last = list.at(-1);
    if (last !== undefined && last.seat === seat) last.to = at;
    else list.push({ seat, from: at, to: at });
  });
  return list;
}

/**
 * Describe the chart in words, for screen readers.
 *
 * @param {number[]} leaders
 * @param {string[]} names
 */
export function describeLeaders(leaders, names) {
  const parts = stretches(leaders).map(({ seat, from }) =>
    sentence(from === 0 ? "leaderFromStart" : "leaderAfterMove", { name: names[seat - 1] ?? "", number: from }),
  );
  return sentence("leaders", { stretches: parts.join(", ") });
}

/**
 * Draw the chart.
 *
 * @param {Course} course
 * @param {number} [at] The position shown.
 * @param {(at: number) => void} [go] Called with the position that is clicked.
 */
export function strip({ leaders, names, blunders }, at, go) {
  const share = 100 / Math.max(1, leaders.length);
  const bars = stretches(leaders).map(({ seat, from, to }) =>
    svg("rect", {
      class: `lead seat-${seat}`,
      x: `${from * share}%`,
      width: `${(to - from + 1) * share}%`,
      y: seat === 1 ? 0 : TALL,
      height: TALL,
    }),
  );
  const signs = blunders.map((move) => svg("text", { class: "blunder", x: `${(move + 0.5) * share}%`, y: TALL * 2 + 16 }, "??"));
  const here = at !== undefined && svg("rect", { class: "here", x: `${at * share}%`, width: `${share}%`, y: 0, height: TALL * 2 });
  const drawing = svg(
    "svg",
    { class: "strip", role: "img", "aria-label": describeLeaders(leaders, names), height: TALL * 2 + 22, width: "100%" },
    ...bars,
    svg("line", { class: "even", x1: 0, x2: "100%", y1: TALL, y2: TALL }),
    ...signs,
    here,
  );
  if (go !== undefined) {
    drawing.addEventListener("click", (event) => {
      const { left, width } = drawing.getBoundingClientRect();
      go(Math.min(leaders.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * leaders.length))));
    });
  }
  return h("div", { class: "course" }, h("p", { class: "one" }, `● ${names[0]}`), drawing, h("p", { class: "two" }, `○ ${names[1]}`));
}
