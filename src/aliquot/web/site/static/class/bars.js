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

/**
 * Draws the bars.
 *
 * @param {Bar[]} bars
 * @param {{own?: string | null, reasons?: boolean}} [how] The pupil's own move; whether reasons are written out.
 */
export function drawBars(bars, { own = null, reasons = true } = {}) {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return h(
    "ol",
    { class: "bars" },
    bars.map((bar) => {
      const verdict = bar.wins === null ? "" : bar.wins ? " wins" : " loses";
      return h(
        "li",
        { class: `bar${verdict}${bar.move === own ? " own" : ""}`, "data-key": bar.move },
        h("span", { class: "move" }, bar.move),
        h("span", { class: "track" }, h("span", { class: "fill", style: { "--share": bar.count / most } })),
        h("span", { class: "count" }, bar.count),
        h("span", { class: "verdict" }, bar.wins === null ? "" : say(bar.wins ? "youWin" : "youLose")),
        reasons && bar.text !== "" && h("p", { class: "why" }, typeset(bar.text)),
      );
    }),
  );
}
