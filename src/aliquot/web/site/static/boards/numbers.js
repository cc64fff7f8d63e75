// @ts-check
// The board of one number or several: the number, what it is made of, and the lattice it walks down.
import { h } from "../components/dom.js";
import { sentence } from "../sentences.js";
import { breakable, drawDots, grouped, primesOf, productText } from "./figures.js";
import { drawLattice, latticeFor, pathOf } from "./lattice.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */
/** @typedef {import("../types.js").Heap} Heap */

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
  const text = grouped(heap.text);
  const path = heap.sign !== "/" && state.turns.length > 0 ? trail(pathOf(state, place)) : "";
  return h(
    "section",
    { class: `heap${drawn || awaited ? "" : " bare"}`, "data-key": `heap ${place}`, "aria-label": several ? sentence("numberPlace", { place: place + 1, number: heap.text }) : heap.text },
    h(
      "div",
      { class: "figure", "data-key": "figure", style: { "--digits": Math.max(2, text.length) } },
      h("strong", { class: "number" }, text),
      !state.hides && drawDots(primesOf(heap.text, heap.factors)),
      h("span", { class: "factors" }, state.hides ? "\u00a0" : factorText(heap)),
      mixed && h("span", { class: "rule" }, heap.rule),
      heap.twin && state.view.options.length > 0 && h("span", { class: "rule" }, sentence("sameMoves")),
      heap.sign !== "/" && h("span", { class: "trail" }, path || "\u00a0"),
    ),
    drawn ? drawLattice(state, heap, place, lattice) : awaited ? h("div", { class: "lattice", "data-key": `lattice ${place}` }) : null,
  );
}

/** @param {Heap} heap */
function factorText(heap) {
  if (heap.factors === "") return heap.text === "1" ? sentence("oneHasNoDivisor") : "\u00a0";
  if (!/[·^]/.test(heap.factors)) return sentence("primeNumber");
  return breakable(sentence("factorisation", { factors: productText(primesOf(heap.text, heap.factors)) }));
}

/** @param {string[]} path */
function trail(path) {
  const recent = path.slice(-5);
  return `${path.length > recent.length ? "… " : ""}${recent.map(grouped).join(" → ")}`;
}
