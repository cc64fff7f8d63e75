// @ts-check
// The lattice of a number's divisors: lines drawn in SVG, and over them a real button for each number.
import { h, svg } from "../components/dom.js";
import { sentence } from "../sentences.js";
import { aloud, control, label, markOf } from "./control.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */
/** @typedef {import("../types.js").Heap} Heap */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../page-types.js").Lattice} Lattice */

/**
 * The numbers a heap has been, from the first to the current one.
 *
 * @param {BoardState} state
 * @param {number} place Which heap.
 * @returns {string[]}
 */
export function pathOf(state, place) {
  /** @type {string[]} */
  const path = [];
  const current = state.view.heaps?.[place]?.text;
  for (const number of [state.startNumbers[place], ...state.turns.map((turn) => turn.numbers[place]), current]) {
    if (number !== undefined && number !== path.at(-1)) path.push(number);
  }
  return path;
}

/**
 * Which lattice a heap is drawn in: that of its first number while it is being divided, otherwise its own.
 *
 * @param {BoardState} state
 * @param {number} place
 * @returns {{start: string, at: string} | null}
 */
export function latticeFor(state, place) {
  const heap = state.view.heaps?.[place];
  if (heap === undefined || heap.twin) return null;
  const start = heap.sign === "/" ? pathOf(state, place)[0] ?? heap.text : heap.text;
  return { start, at: heap.text };
}

/**
 * @param {BoardState} state
 * @param {Heap} heap
 * @param {number} place
 * @param {Lattice} lattice
 * @returns {HTMLElement}
 */
export function drawLattice(state, heap, place, lattice) {
  const divides = heap.sign === "/";
  // Where a number is divided, a node is what a move leaves; where it is not, the divisor that is chosen.
  const moves = new Map(heap.options.map((option) => [divides ? option.value_text ?? "" : option.label, option]));
  const path = divides ? pathOf(state, place) : [heap.text];
  const ranks = [...new Set(lattice.nodes.map((node) => node.rank))];
  const depth = Math.max(1, ranks.length - 1);
  const longest = Math.max(...lattice.nodes.map((node) => nodeText(node).length));
  /** @param {import("../page-types.js").LatticeNode} node */
  const spot = (node) => ({
    x: 100 * node.x,
    y: (100 * ranks.indexOf(node.rank)) / depth,
  });
  const spots = lattice.nodes.map(spot);
  const rows = ranks.map((rank) =>
    h(
      "div",
      { role: "row", class: "rank", "data-key": `rank ${rank}` },
      lattice.nodes.map((node, index) => {
        if (node.rank !== rank) return null;
        const option = node.text === heap.text ? undefined : moves.get(node.text);
        return drawNode(state, heap, node, option, path, spots[index] ?? { x: 50, y: 50 });
      }),
    ),
  );
  const node = Math.max(46, 9 * longest + 20);
  const breadth = node / Math.max(0.02, lattice.gap) + node;
  return h(
    "div",
    { class: "lattice", "data-key": `lattice ${place}` },
    h(
      "div",
      { class: "plane", style: { "--breadth": `${Math.round(breadth)}px`, "--node": `${node}px`, "--depth": ranks.length } },
      h(
        "div",
        { class: "frame" },
        drawLines(heap, lattice, spots, path, moves),
        h("div", { role: "grid", "data-grid": `lattice ${place}`, "aria-label": sentence("lattice", { number: lattice.nodes[0]?.text ?? heap.text }) }, rows),
      ),
    ),
  );
}

/**
 * Returns the text of a node: of a long number its factorisation.
 *
 * @param {import("../page-types.js").LatticeNode} node
 */
function nodeText(node) {
  return node.text.length > 9 && node.factors !== "" ? node.factors : node.text;
}

/**
 * @param {BoardState} state
 * @param {Heap} heap
 * @param {import("../page-types.js").LatticeNode} node
 * @param {Option | undefined} option The move that leads there.
 * @param {string[]} path
 * @param {{x: number, y: number}} spot
 */
function drawNode(state, heap, node, option, path, spot) {
  const notation = option?.notation ?? null;
  const { letter, result, kind } = markOf(state, notation);
  const isCurrent = node.text === heap.text;
  const was = !isCurrent && path.includes(node.text);
  const status = isCurrent
    ? sentence("currentNumber")
    : option !== undefined
      ? sentence("moveLeaves", { move: option.notation, leaves: option.value_text ?? option.leaves })
      : was
        ? sentence("earlierNumber")
        : sentence("outOfReach");
  const lit = isCurrent ? " current" : option !== undefined ? " reachable" : was ? " was" : "";
  return h(
    "div",
    { role: "gridcell", "data-key": node.text, class: "spot", style: { left: `${spot.x}%`, top: `${spot.y}%` } },
    control(
      state,
      {
        key: `node ${node.text}`,
        notation,
        name: label(node.text, aloud(node.factors), status, result),
        says: option === undefined ? "" : sentence("moveLeavesHint", { move: option.notation, leaves: option.leaves }),
        kind: `node${lit}${kind}`,
      },
      nodeText(node),
      letter,
    ),
  );
}

/**
 * The lines, heavier where a move can still lead, and the way so far over them.
 *
 * @param {Heap} heap
 * @param {Lattice} lattice
 * @param {{x: number, y: number}[]} spots
 * @param {string[]} path
 * @param {Map<string, Option>} moves
 */
function drawLines(heap, lattice, spots, path, moves) {
  const places = new Map(lattice.nodes.map((node, index) => [node.text, index]));
  /** @param {string} text */
  const lit = (text) => text === heap.text || moves.has(text);
  /**
   * @param {number} a
   * @param {number} b
   * @param {string} kind
   */
  const line = (a, b, kind) => {
    const [from, to] = [spots[a], spots[b]];
    return (
      from !== undefined &&
      to !== undefined &&
      svg("line", { class: kind, x1: from.x, y1: from.y, x2: to.x, y2: to.y, "vector-effect": "non-scaling-stroke" })
    );
  };
  const edges = lattice.edges.map(([a, b]) => {
    const both = lit(lattice.nodes[a]?.text ?? "") && (lit(lattice.nodes[b]?.text ?? "") || lattice.nodes[b]?.rank === 0);
    return line(a, b, both ? "edge lit" : "edge");
  });
  const walked = path.slice(1).map((text, index) => {
    const [a, b] = [places.get(path[index] ?? ""), places.get(text)];
    return a !== undefined && b !== undefined && line(a, b, "walked");
  });
  return svg(
    "svg",
    { class: "lines", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    ...edges,
    ...walked,
  );
}
