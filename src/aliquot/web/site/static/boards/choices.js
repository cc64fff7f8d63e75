// @ts-check
// The legal moves as chips: three rows at most, then "more". Where finding them is the exercise, a field to type one.
import { h } from "../components/dom.js";
import { sentence } from "../sentences.js";
import { control, label, markOf } from "./control.js";
import { drawDots, grouped, primesOf, shortText } from "./figures.js";
import { pickText, relationText } from "./pool.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */
/** @typedef {import("../types.js").Heap} Heap */
/** @typedef {import("../types.js").Option} Option */

/** With more moves than these, one can type to find them. */
const FEW = 60;
/** The most chips that are drawn at once; any other move can be typed. */
const MOST = 240;
const SIGNS = new Map([
  ["/", "÷"],
  ["-", "−"],
]);

/**
 * Draw the legal moves.
 *
 * @param {BoardState} state
 * @param {boolean} opened Whether all of them are shown.
 * @returns {HTMLElement}
 */
export function drawChoices(state, opened) {
  const { view } = state;
  if (!state.playable) return h("div", {});
  const swap = drawSwap(state);
  if (state.hides) return h("div", {}, drawField(state), swap);
  const heaps = view.kind === "numbers" ? (view.heaps ?? []).filter((heap) => !heap.twin) : [];
  const all = heaps.length > 0 ? heaps.flatMap((heap) => heap.options) : view.options;
  const options = opened ? all : winsFirst(state, all);
  if (options.length === 0 && swap === null) return h("div", {});
  const total = Math.max(view.count, options.length);
  const many = total > FEW;
  const sought = many ? state.sought.trim() : "";
  const wanted = sought === "" ? options : options.filter((option) => option.label.startsWith(sought) || option.value_text?.startsWith(sought));
  const drawn = wanted.slice(0, opened || sought !== "" ? MOST : FEW);
  return h(
    "div",
    {},
    many && drawSearch(total),
    h(
      "div",
      { role: "group", class: `keys${opened ? " opened" : ""}`, "data-key": "keys", "data-grid": "choices", "data-total": total, "aria-label": sentence("choices") },
      swap,
      ...(heaps.length > 0 ? drawHeaps(state, heaps, drawn, opened && many) : drawn.map((option) => drawChip(state, option))),
      wanted.length === 0 && h("p", { class: "quiet" }, sentence(total > options.length ? "noDivisorListed" : "noDivisor", { count: options.length.toLocaleString("en") })),
      opened && wanted.length > drawn.length && h("p", { class: "quiet" }, sentence("more", { count: (wanted.length - drawn.length).toLocaleString("en") })),
      h("button", { type: "button", class: "more", "data-more": "", "data-key": "more", "aria-expanded": String(opened) }, sentence(opened ? "fewer" : "more", { count: "" })),
    ),
  );
}

/** Put the winning moves of a study first: the others may be out of sight. @param {BoardState} state @param {Option[]} options */
function winsFirst({ marks }, options) {
  const wins = (/** @type {Option} */ option) => marks.get(option.notation) === "W";
  return [...options.filter(wins), ...options.filter((option) => !wins(option))];
}

/** @param {number} total */
function drawSearch(total) {
  return h("input", {
    class: "search",
    "data-key": "search",
    "data-search": "",
    type: "search",
    inputmode: "numeric",
    autocomplete: "off",
    placeholder: sentence("findMove", { count: total.toLocaleString("en") }),
    "aria-label": sentence("findMove", { count: total.toLocaleString("en") }),
  });
}

/**
 * @param {BoardState} state
 * @param {Heap[]} heaps
 * @param {Option[]} drawn
 * @param {boolean} byLength Whether they stand below headings, by their number of digits.
 */
function drawHeaps(state, heaps, drawn, byLength) {
  return heaps.flatMap((heap, place) => {
    const own = new Set(heap.options);
    let digits = 0;
    return drawn.filter((option) => own.has(option)).flatMap((option, number) => {
      const heading = byLength && option.label.length !== digits;
      digits = option.label.length;
      const text = digits === 1 ? sentence("oneDigit") : sentence("digits", { count: digits });
      const chip = drawChip(state, option, heap);
      const title = h("span", { class: "of" }, grouped(heap.text));
      return [
        heading && h("p", { class: "digits", "data-key": `digits ${place} ${digits}` }, text),
        // The number stands beside its first move, whatever the length of the rows.
        heaps.length > 1 && number === 0 ? h("span", { class: "first", "data-key": `of ${place} ${heap.text}` }, title, chip) : chip,
      ];
    });
  });
}

/**
 * @param {BoardState} state
 * @param {Option} option
 * @param {Heap} [heap] The number it is a move on.
 */
function drawChip(state, option, heap) {
  const { mark, result, kind } = markOf(state, option.notation);
  const { notation, leaves, relation } = option;
  const isPick = relation !== undefined;
  const { of = state.view.texts?.current ?? null, end = "" } = /** @type {Partial<import("../page-types.js").ChainOption>} */ (option);
  const related = isPick ? relationText(relation, of) : "";
  const name = isPick ? label(option.label, related, result) : label(leaves === "" ? notation : sentence("moveLeaves", { move: notation, leaves }), result);
  const sign = heap === undefined ? "" : SIGNS.get(heap.sign) ?? heap.sign;
  const left = heap === undefined ? grouped(leaves) : shortText(option.value_text ?? leaves, heap.sign === "/" ? primesOf(heap.text, heap.factors) : []);
  return control(
    state,
    {
      key: `choice ${notation}`,
      notation,
      name,
      says: isPick ? pickText(option.label, [related], option.factors.includes("·") ? option.factors : "") : leaves === "" ? "" : sentence("moveLeavesHint", { move: notation, leaves }),
      kind: `key${isPick ? ` pick ${relation || "any"} ${end}` : ""}${kind}`,
    },
    h("span", { class: "by" }, sign, grouped(option.label), mark),
    isPick ? drawDots(primesOf(option.label, option.factors)) : left !== "" && h("span", { class: "leaves" }, `→ ${left}`),
  );
}

/** Draw the swap of the pie rule. @param {BoardState} state */
function drawSwap(state) {
  const { swap } = state.view;
  if (!swap) return null;
  const { mark, result, kind } = markOf(state, swap.notation);
  const drawn = control(
    state,
    { key: "swap", notation: swap.notation, name: label(sentence("swapLabel"), result), says: sentence("swapHint"), kind: `key swap${kind}` },
    h("span", { class: "by" }, sentence("swap"), mark),
  );
  if (state.hides) drawn.setAttribute("tabindex", "0");
  return drawn;
}

/** Draw a field for a move where the legal moves are hidden; in a pool one taps the number. @param {BoardState} state */
function drawField(state) {
  if (state.view.kind === "pool") return null;
  return h(
    "form",
    { class: "find", "data-key": "find" },
    h("input", { name: "choice", autocomplete: "off", inputmode: "text", maxlength: 40, "aria-label": state.view.prompt, placeholder: sentence("yourChoice") }),
    h("button", {}, sentence("play")),
  );
}

/**
 * Hide the chips that do not fit into the rows there are, and say how many more there are.
 *
 * @param {HTMLElement} place The element that holds the choices. Its `--chip-rows` is the number of rows.
 */
export function fitChoices(place) {
  const keys = place.querySelector(".keys");
  const more = keys?.querySelector("[data-more]");
  if (!(keys instanceof HTMLElement) || !(more instanceof HTMLElement)) return;
  const chips = /** @type {HTMLElement[]} */ ([...keys.children].filter((child) => child !== more));
  for (const chip of chips) chip.hidden = false;
  const total = Number(keys.dataset["total"]);
  if (keys.classList.contains("opened")) {
    more.hidden = false;
    return;
  }
  const rows = Number(getComputedStyle(place).getPropertyValue("--chip-rows")) || 3;
  const drawn = chips.filter(isMove).length;
  more.hidden = true;
  if (drawn >= total && rowOf(chips.at(-1), chips) < rows) return;
  more.hidden = false;
  more.textContent = sentence("more", { count: total.toLocaleString("en") });
  for (const chip of chips.filter((one) => rowOf(one, chips) >= rows)) chip.hidden = true;
  const seen = chips.filter((chip) => !chip.hidden);
  const bottom = (seen.at(-1)?.offsetTop ?? 0) + 4;
  while (seen.length > 1 && more.offsetTop > bottom) {
    const last = seen.pop();
    if (last !== undefined) last.hidden = true;
  }
  const hidden = total - seen.filter(isMove).length;
  more.textContent = sentence("more", { count: hidden.toLocaleString("en") });
}

/** @param {HTMLElement} chip */
const isMove = (chip) => chip.matches(".first, [data-item]:not(.swap)");

/**
 * @param {HTMLElement | undefined} chip
 * @param {HTMLElement[]} chips
 * @returns {number} Its row, from 0.
 */
function rowOf(chip, chips) {
  if (chip === undefined) return 0;
  return new Set(chips.filter((one) => one.offsetTop + one.offsetHeight / 2 < chip.offsetTop).map((one) => Math.round(one.offsetTop / 8))).size;
}
