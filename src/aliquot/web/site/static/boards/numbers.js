// @ts-check
// The board of one number or several: the number large, its divisors as buttons, and the lattice it walks down.
import { h } from "../components/dom.js";
import { control, markOf } from "./control.js";
import { drawLattice, latticeFor, pathOf } from "./lattice.js";

/** @typedef {import("../page-types.js").Scene} Scene */
/** @typedef {import("../types.js").Heap} Heap */
/** @typedef {import("../types.js").Option} Option */

/** With more divisors than these, one types to find them. */
const FEW = 24;
/** The most divisors that are drawn at once; whoever wants another types it. */
const MOST = 240;
const SIGNS = new Map([
  ["/", "÷"],
  ["-", "−"],
]);

/**
 * @param {Scene} scene
 * @returns {HTMLElement}
 */
export function drawNumbers(scene) {
  const heaps = scene.view.heaps ?? [];
  const mixed = new Set(heaps.map((heap) => heap.rule)).size > 1;
  return h(
    "div",
    { class: heaps.length > 1 ? "heaps several" : "heaps", "data-key": "numbers" },
    heaps.map((heap, place) => drawHeap(scene, heap, place, heaps.length > 1, mixed)),
  );
}

/**
 * @param {Scene} scene
 * @param {Heap} heap
 * @param {number} place
 * @param {boolean} several
 * @param {boolean} mixed
 */
function drawHeap(scene, heap, place, several, mixed) {
  const wanted = latticeFor(scene, place);
  const lattice = wanted === null || scene.hides ? null : scene.lattices.get(`${wanted.start}@${wanted.at}`) ?? null;
  const drawn = lattice !== null && lattice.nodes.length > 0;
  // While a lattice is on its way its room is kept.
  const awaited = wanted !== null && !scene.hides && !scene.lattices.has(`${wanted.start}@${wanted.at}`);
  return h(
    "section",
    { class: `heap${drawn || awaited ? "" : " bare"}${scene.hides ? " hiding" : ""}`, "data-key": `heap ${place}`, "aria-label": several ? `Number ${place + 1}: ${heap.text}` : heap.text },
    h(
      "div",
      { class: "side", "data-key": "side" },
      h(
        "div",
        { class: "figure", "data-key": "figure", style: { "--digits": Math.max(3, heap.text.length) } },
        h("strong", { class: "number" }, heap.text),
        h("span", { class: "factors" }, scene.hides ? "\u00a0" : made(heap)),
        mixed && h("span", { class: "rule" }, heap.rule),
        heap.sign !== "/" && h("span", { class: "trail" }, scene.turns.length > 0 ? trail(pathOf(scene, place)) : "\u00a0"),
      ),
      scene.hides ? null : drawDivisors(scene, heap, place),
    ),
    drawn ? drawLattice(scene, heap, place, lattice) : awaited ? h("div", { class: "lattice", "data-key": `lattice ${place}` }) : null,
  );
}

/** @param {Heap} heap */
function made(heap) {
  if (heap.factors === "") return heap.text === "1" ? "1 has no proper divisor" : "\u00a0";
  return /[·^]/.test(heap.factors) ? `= ${heap.factors}` : "a prime";
}

/** @param {string[]} path */
function trail(path) {
  const shown = path.slice(-6);
  return `${path.length > shown.length ? "… " : ""}${shown.join(" → ")}`;
}

/**
 * @param {Scene} scene
 * @param {Heap} heap
 * @param {number} place
 */
function drawDivisors(scene, heap, place) {
  if (heap.twin) return h("p", { class: "quiet", "data-key": "divisors" }, "The same moves as on its equal.");
  if (heap.options.length === 0) return h("p", { class: "quiet", "data-key": "divisors" }, "No move.");
  const many = heap.options.length > FEW;
  const sought = many ? scene.sought.trim() : "";
  const fitting = sought === "" ? heap.options : heap.options.filter((option) => option.label.startsWith(sought) || option.value_text?.startsWith(sought));
  const shown = fitting.slice(0, MOST);
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
        placeholder: `${total.toLocaleString("en")} divisors: type to find one`,
        "aria-label": `Find one of ${total} divisors of ${heap.text}`,
      }),
    h(
      "div",
      { role: "group", class: "keys", "data-key": "keys", "data-grid": `divisors ${place}`, "aria-label": `Divisors of ${heap.text}` },
      ...grouped(shown, many).flatMap(([title, options]) => [
        title === "" ? null : h("p", { class: "digits", "data-key": title }, title),
        ...options.map((option) => drawDivisor(scene, heap, option)),
      ]),
      shown.length === 0 && h("p", { class: "quiet" }, none(heap)),
      fitting.length > shown.length && h("p", { class: "quiet" }, `and ${(fitting.length - shown.length).toLocaleString("en")} more`),
    ),
  );
}

/** What is said when nothing fits; of a great many only the first are known here. @param {Heap} heap */
function none(heap) {
  const listed = heap.options.length;
  return heap.count > listed
    ? `None of the first ${listed.toLocaleString("en")} begins like that; any other can be typed as a move.`
    : "None of them begins like that.";
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
  return [...groups].map(([digits, group]) => [digits === 1 ? "1 digit" : `${digits} digits`, group]);
}

/**
 * @param {Scene} scene
 * @param {Heap} heap
 * @param {Option} option
 */
function drawDivisor(scene, heap, option) {
  const { letter, means, kind } = markOf(scene, option.notation);
  const sign = SIGNS.get(heap.sign) ?? heap.sign;
  return control(
    scene,
    {
      key: `divisor ${option.notation}`,
      notation: option.notation,
      name: `${option.notation} leaves ${option.leaves}${means}`,
      says: `${option.notation} leaves ${option.leaves}.`,
      kind: `key${kind}`,
    },
    h("span", { class: "by" }, `${sign}${option.label}`),
    h("span", { class: "leaves" }, `→ ${option.value_text ?? option.leaves}`),
    letter,
  );
}
