// @ts-check
// The board of one number or several: the number large, its divisors as buttons, and the lattice it walks down.
import { h } from "../components/dom.js";
import { sentence } from "../sentences.js";
import { control, label, markOf } from "./control.js";
import { drawLattice, latticeFor, pathOf } from "./lattice.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */
/** @typedef {import("../types.js").Heap} Heap */
/** @typedef {import("../types.js").Option} Option */

/** With more divisors than these, one types to find them. */
const FEW = 24;
/** The most divisors that are drawn at once; any other can be typed. */
const MOST = 240;
const SIGNS = new Map([
  ["/", "÷"],
  ["-", "−"],
]);

/**
 * @param {BoardState} state
 * @returns {HTMLElement}
 */
export function drawNumbers(state) {
  const heaps = state.view.heaps ?? [];
  const mixed = new Set(heaps.map((heap) => heap.rule)).size > 1;
  return h(
    "div",
    { class: heaps.length > 1 ? "heaps several" : "heaps", "data-key": "numbers" },
    heaps.map((heap, place) => drawHeap(state, heap, place, heaps.length > 1, mixed)),
  );
}

/**
 * @param {BoardState} state
 * @param {Heap} heap
 * @param {number} place
 * @param {boolean} several
 * @param {boolean} mixed
 */
function drawHeap(state, heap, place, several, mixed) {
  const wanted = latticeFor(state, place);
  const lattice = wanted === null || state.hides ? null : state.lattices.get(`${wanted.start}@${wanted.at}`) ?? null;
  const drawn = lattice !== null && lattice.nodes.length > 0;
  // The room of a lattice is reserved while it loads.
  const awaited = wanted !== null && !state.hides && !state.lattices.has(`${wanted.start}@${wanted.at}`);
  return h(
    "section",
    { class: `heap${drawn || awaited ? "" : " bare"}${state.hides ? " hiding" : ""}`, "data-key": `heap ${place}`, "aria-label": several ? sentence("numberPlace", { place: place + 1, number: heap.text }) : heap.text },
    h(
      "div",
      { class: "side", "data-key": "side" },
      h(
        "div",
        { class: "figure", "data-key": "figure", style: { "--digits": Math.max(3, heap.text.length) } },
        h("strong", { class: "number" }, heap.text),
        h("span", { class: "factors" }, state.hides ? "\u00a0" : factorText(heap)),
        mixed && h("span", { class: "rule" }, heap.rule),
        heap.sign !== "/" && h("span", { class: "trail" }, state.turns.length > 0 ? trail(pathOf(state, place)) : "\u00a0"),
      ),
      state.hides ? null : drawDivisors(state, heap, place),
    ),
    drawn ? drawLattice(state, heap, place, lattice) : awaited ? h("div", { class: "lattice", "data-key": `lattice ${place}` }) : null,
  );
}

/** @param {Heap} heap */
function factorText(heap) {
  if (heap.factors === "") return heap.text === "1" ? sentence("oneHasNoDivisor") : "\u00a0";
  return /[·^]/.test(heap.factors) ? sentence("factorisation", { factors: heap.factors }) : sentence("primeNumber");
}

/** @param {string[]} path */
function trail(path) {
  const recent = path.slice(-6);
  return `${path.length > recent.length ? "… " : ""}${recent.join(" → ")}`;
}

/**
 * @param {BoardState} state
 * @param {Heap} heap
 * @param {number} place
 */
function drawDivisors(state, heap, place) {
  if (heap.twin) return h("p", { class: "quiet", "data-key": "divisors" }, sentence("sameMoves"));
  if (heap.options.length === 0) return h("p", { class: "quiet", "data-key": "divisors" }, sentence("noMove"));
  const many = heap.options.length > FEW;
  const sought = many ? state.sought.trim() : "";
  const fitting = sought === "" ? heap.options : heap.options.filter((option) => option.label.startsWith(sought) || option.value_text?.startsWith(sought));
  const visible = fitting.slice(0, MOST);
  const total = Math.max(heap.count, heap.options.length);
  return h(
    "div",
    { class: "divisors", "data-key": "divisors" },
    many &&
      h("input", {
        class: "search",
        "data-key": `search ${heap.text}`,
        "data-search": "",
        type: "search",
        inputmode: "numeric",
        autocomplete: "off",
        placeholder: sentence("findDivisor", { count: total.toLocaleString("en") }),
        "aria-label": sentence("findDivisorLabel", { count: total, number: heap.text }),
      }),
    h(
      "div",
      { role: "group", class: "keys", "data-key": "keys", "data-grid": `divisors ${place}`, "aria-label": sentence("divisors", { number: heap.text }) },
      ...grouped(visible, many).flatMap(([title, options]) => [
        title === "" ? null : h("p", { class: "digits", "data-key": title }, title),
        ...options.map((option) => drawDivisor(state, heap, option)),
      ]),
      visible.length === 0 && h("p", { class: "quiet" }, noDivisorText(heap)),
      fitting.length > visible.length && h("p", { class: "quiet" }, sentence("more", { count: (fitting.length - visible.length).toLocaleString("en") })),
    ),
  );
}

/** Returns the sentence where nothing fits; of very many divisors only the first are here. @param {Heap} heap */
function noDivisorText(heap) {
  const listed = heap.options.length;
  return heap.count > listed
    ? sentence("noDivisorListed", { count: listed.toLocaleString("en") })
    : sentence("noDivisor");
}

/**
 * Divisors by their length, if there are many.
 *
 * @param {Option[]} options
 * @param {boolean} many
 * @returns {[string, Option[]][]}
 */
function grouped(options, many) {
  if (!many) return [["", options]];
  /** @type {Map<number, Option[]>} */
  const groups = new Map();
  for (const option of options) {
    const digits = option.label.length;
    const group = groups.get(digits);
    if (group === undefined) groups.set(digits, [option]);
    else group.push(option);
  }
  return [...groups].map(([digits, group]) => [digits === 1 ? sentence("oneDigit") : sentence("digits", { count: digits }), group]);
}

/**
 * @param {BoardState} state
 * @param {Heap} heap
 * @param {Option} option
 */
function drawDivisor(state, heap, option) {
  const { letter, result, kind } = markOf(state, option.notation);
  const sign = SIGNS.get(heap.sign) ?? heap.sign;
  return control(
    state,
    {
      key: `divisor ${option.notation}`,
      notation: option.notation,
      name: label(sentence("moveLeaves", { move: option.notation, leaves: option.leaves }), result),
      says: sentence("moveLeavesHint", { move: option.notation, leaves: option.leaves }),
      kind: `key${kind}`,
    },
    h("span", { class: "by" }, `${sign}${option.label}`),
    h("span", { class: "leaves" }, `→ ${option.value_text ?? option.leaves}`),
    letter,
  );
}
