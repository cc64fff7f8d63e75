// @ts-check
// The answers of a class to one position: a bar for each move, later with its verdict and its reason.
import { typeset } from "../boards/figures.js";
import { h } from "../components/dom.js";
import { say } from "./sentences.js";

/** @typedef {import("../types.js").Bar} Bar */

/**
 * Draws who wins and why, unless the reason is that of a bar which wins.
 *
 * @param {{verdict: string, reason: string, bars: Bar[]}} position
 * @param {{verdict?: boolean}} [how] Whether the verdict is written, too.
 */
export function drawRemark({ verdict, reason, bars }, { verdict: isWritten = true } = {}) {
  const isSaid = bars.some((bar) => bar.wins === true && bar.text !== "");
  const text = [isWritten ? verdict : "", isSaid ? "" : reason].filter((part) => part !== "").join(" ");
  return text !== "" && h("p", { class: "remark" }, typeset(text));
}

/** The bars that the projector has room for, and at least; the height of all, of a reason and of a remark, in heights of a bar. */
const ROOM = { bars: 8, fewest: 3, all: 14.4, reason: 2.6, remark: 4 };

/** Sorts what is to be seen first to the front: the chosen move, those that win, those that most have chosen. @param {Bar[]} bars @param {string} chosen */
function byWeight(bars, chosen) {
  /** @param {Bar} bar */
  const rank = ({ move, wins }) => (move === chosen ? 0 : wins === true ? 1 : 2);
  return [...bars].sort((a, b) => rank(a) - rank(b));
}

/**
 * Returns the bars that the projector has room for, and the moves whose reasons it has room for.
 *
 * @param {Bar[]} bars
 * @param {string} chosen The move that the teacher has chosen.
 * @param {number} less How many bars, and as much of the reasons, to leave out besides.
 */
export function fitBars(bars, chosen, less = 0) {
  const shown = new Set(byWeight(bars, chosen).slice(0, Math.max(ROOM.fewest, ROOM.bars - less)));
  const fitting = bars.filter((bar) => shown.has(bar));
  // If no answer wins, a remark says why.
  const remark = bars.some(({ wins }) => wins === true) ? 0 : ROOM.remark;
  const reasons = Math.max(1, Math.floor((ROOM.all - 2 * less - remark - fitting.length) / ROOM.reason));
  return { fitting, explained: new Set(byWeight(fitting, chosen).slice(0, reasons).map((bar) => bar.move)) };
}

/**
 * Draws the bars.
 *
 * @param {Bar[]} bars
 * @param {{own?: string | null, explained?: Set<string>, shown?: string, command?: (move: string) => Record<string, unknown>}} [how]
 *   The pupil's own move; the moves whose reasons are written out, all without it; the move that the teacher has chosen;
 *   the command that a move sends if it is a button.
 */
export function drawBars(bars, { own = null, explained, shown, command } = {}) {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return h(
    "ol",
    { class: "bars" },
    bars.map((bar) => {
      const verdict = bar.wins === null ? "" : bar.wins ? " wins" : " loses";
      return h(
        "li",
        { class: `bar${verdict}${bar.move === own ? " own" : ""}`, "data-key": bar.move },
        command === undefined
          ? h("span", { class: "move" }, bar.move)
          : h("button", { type: "button", class: "move", "data-command": JSON.stringify(command(bar.move)), "aria-pressed": String(bar.move === shown), "aria-label": say("showReason", { move: bar.move }) }, bar.move),
        h("span", { class: "track" }, h("span", { class: "fill", style: { "--share": bar.count / most } })),
        h("span", { class: "count" }, bar.count),
        h("span", { class: "verdict" }, bar.wins === null ? "" : say(bar.wins ? "youWin" : "youLose")),
        (explained?.has(bar.move) ?? true) && bar.text !== "" && h("p", { class: "why" }, typeset(bar.text)),
      );
    }),
  );
}
