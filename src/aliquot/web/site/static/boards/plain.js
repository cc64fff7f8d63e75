// @ts-check
// The board of any other game: what lies there, and a button for every move.
import { h } from "../components/dom.js";
import { control, markOf } from "./control.js";

/**
 * @param {import("../page-types.js").Scene} scene
 * @returns {HTMLElement}
 */
export function drawPlain(scene) {
  const { view } = scene;
  return h(
    "div",
    { class: "plain", "data-key": "plain" },
    h("p", { class: "summary", "data-key": "summary" }, view.summary),
    scene.hides
      ? null
      : h(
          "div",
          { role: "group", class: "keys", "data-key": "keys", "data-grid": "plain", "aria-label": "Moves" },
          view.options.map((option) => {
            const { letter, means, kind } = markOf(scene, option.notation);
            const leaves = option.leaves === "" ? "" : ` leaves ${option.leaves}`;
            return control(
              scene,
              {
                key: `move ${option.notation}`,
                notation: option.notation,
                name: `${option.label}${leaves}${means}`,
                says: leaves === "" ? "" : `${option.notation}${leaves}.`,
                kind: `key${kind}`,
              },
              h("span", { class: "by" }, option.label),
              option.leaves !== "" && h("span", { class: "leaves" }, `→ ${option.leaves}`),
              letter,
            );
          }),
          view.count > view.options.length && h("p", { class: "quiet" }, `and ${(view.count - view.options.length).toLocaleString("en")} more`),
        ),
    view.options.length === 0 && h("p", { class: "quiet", "data-key": "none" }, "No move."),
  );
}
