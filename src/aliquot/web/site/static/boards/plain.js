// @ts-check
// The board of any other game: the position in words, and a button for every move.
import { h } from "../components/dom.js";
import { sentence } from "../sentences.js";
import { control, label, markOf } from "./control.js";

/**
 * @param {import("../page-types.js").BoardState} state
 * @returns {HTMLElement}
 */
export function drawPlain(state) {
  const { view } = state;
  return h(
    "div",
    { class: "plain", "data-key": "plain" },
    h("p", { class: "summary", "data-key": "summary" }, view.summary),
    state.hides
      ? null
      : h(
          "div",
          { role: "group", class: "keys", "data-key": "keys", "data-grid": "plain", "aria-label": sentence("moves") },
          view.options.map((option) => {
            const { letter, result, kind } = markOf(state, option.notation);
            const { leaves } = option;
            return control(
              state,
              {
                key: `move ${option.notation}`,
                notation: option.notation,
                name: label(leaves === "" ? option.label : sentence("moveLeaves", { move: option.label, leaves }), result),
                says: leaves === "" ? "" : sentence("moveLeavesHint", { move: option.notation, leaves }),
                kind: `key${kind}`,
              },
              h("span", { class: "by" }, option.label),
              leaves !== "" && h("span", { class: "leaves" }, `→ ${leaves}`),
              letter,
            );
          }),
          view.count > view.options.length && h("p", { class: "quiet" }, sentence("more", { count: (view.count - view.options.length).toLocaleString("en") })),
        ),
    view.options.length === 0 && h("p", { class: "quiet", "data-key": "none" }, sentence("noMove")),
  );
}
