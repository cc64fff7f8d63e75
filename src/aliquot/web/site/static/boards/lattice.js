// @ts-check
// The lattice of a number's divisors: lines drawn in SVG, and over them a real button for each number.
import { h, svg } from "../components/dom.js";
import { sentence } from "../sentences.js";
import { aloud, control, label, markOf, missedAt } from "./control.js";
import { drawDots, primesOf, shortText } from "./figures.js";

/** @typedef {import("../page-types.js").BoardState} BoardState */
/** @typedef {import("../types.js").Heap} Heap */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../page-types.js").Lattice} Lattice */
/** @typedef {{x: number, y: number}} Point In pixels. */

/** How far arcs bend, as shares of their length: the first that is clear is drawn. */
const BENDS = [0, 0.12, -0.12, 0.2, -0.2, 0.3, -0.3, 0.42, -0.42, 0.55, -0.55, 0.7, -0.7, 0.9, -0.9];
const SAMPLES = 24;

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
        return drawNode(state, heap, place, node, option, path, spots[index] ?? { x: 50, y: 50 });
      }),
    ),
  );
  return h(
    "div",
    { class: "lattice", "data-key": `lattice ${place}` },
    h(
      "div",
      { class: "plane", style: { "--gap": Math.max(0.02, Math.min(1, lattice.gap)).toFixed(4), "--ranks": ranks.length, "--letters": longest } },
      h(
        "div",
        { class: "frame" },
        drawLines(state, heap, lattice, spots, path, moves),
        h("div", { role: "grid", "data-grid": `lattice ${place}`, "aria-label": sentence("lattice", { number: lattice.nodes[0]?.text ?? heap.text }) }, rows),
      ),
    ),
  );
}

/** @param {import("../page-types.js").LatticeNode} node */
const nodeText = (node) => shortText(node.text, node.factors === "" ? [] : primesOf(node.text, node.factors));

/**
 * @param {BoardState} state
 * @param {Heap} heap
 * @param {number} place
 * @param {import("../page-types.js").LatticeNode} node
 * @param {Option | undefined} option The move that leads there.
 * @param {string[]} path
 * @param {{x: number, y: number}} spot
 */
function drawNode(state, heap, place, node, option, path, spot) {
  const notation = option?.notation ?? null;
  const { mark, result, kind } = markOf(state, notation);
  const { star, lesson, missed } = missedAt(state, place, node.text);
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
        name: label(node.text, aloud(node.factors), status, result, lesson),
        says: option === undefined ? "" : sentence("moveLeavesHint", { move: option.notation, leaves: option.leaves }),
        kind: `node${lit}${kind}${missed}`,
      },
      h("span", { class: "digits" }, nodeText(node)),
      mark ?? star ?? drawDots(primesOf(node.text, node.factors)),
    ),
  );
}

/**
 * Draws the lines, heavier where a move can still lead, and over them the way so far.
 *
 * @param {BoardState} state
 * @param {Heap} heap
 * @param {Lattice} lattice
 * @param {{x: number, y: number}[]} spots
 * @param {string[]} path
 * @param {Map<string, Option>} moves
 */
function drawLines(state, heap, lattice, spots, path, moves) {
  const places = new Map(lattice.nodes.map((node, index) => [node.text, index]));
  /** @param {string} text */
  const lit = (text) => text === heap.text || moves.has(text);
  // In pixels: the length of a path in a stretched picture is not the one its dashes are measured by.
  const { width, height } = state.room;
  const points = spots.map(({ x, y }) => ({ x: (x * width) / 100, y: (y * height) / 100 }));
  const edges = lattice.edges.map(([a, b]) => {
    const [from, to] = [points[a], points[b]];
    const both = lit(lattice.nodes[a]?.text ?? "") && (lit(lattice.nodes[b]?.text ?? "") || lattice.nodes[b]?.rank === 0);
    return from !== undefined && to !== undefined && svg("line", { class: both ? "edge lit" : "edge", x1: from.x, y1: from.y, x2: to.x, y2: to.y, "vector-effect": "non-scaling-stroke" });
  });
  const walked = path.slice(1).map((text, index) => {
    const [a, b] = [places.get(path[index] ?? ""), places.get(text)];
    return a !== undefined && b !== undefined && drawJump(state, lattice, points, a, b);
  });
  return svg(
    "svg",
    { class: "lines", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...edges,
    ...walked,
  );
}

/**
 * Draws a jump as one arc from node to node, beside those between.
 *
 * @param {BoardState} state
 * @param {Lattice} lattice
 * @param {{x: number, y: number}[]} points
 * @param {number} a
 * @param {number} b
 */
function drawJump({ room }, lattice, points, a, b) {
  const [from, to] = [points[a], points[b]];
  if (from === undefined || to === undefined) return false;
  const others = points.filter((_, place) => place !== a && place !== b);
  const [first, ...rest] = arc(from, to, others, room.node * 0.62, room).map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`);
  const key = `${lattice.nodes[a]?.text} ${lattice.nodes[b]?.text}`;
  return svg("path", { class: "walked", "data-key": key, d: `M${first} ${rest.length === 2 ? "Q" : "C"}${rest.join(" ")}`, pathLength: 1 });
}

/**
 * Return the path of a jump from one node to another: one arc if that is clear, otherwise through gaps in the rows.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {Point[]} others The other nodes.
 * @param {number} radius The size of a node: the arc keeps this far from the middle of each.
 * @param {{width: number, height: number}} room The arc stays inside.
 * @returns {Point[]} The start, the control point of a quadratic curve and the end; or the start and, for each cubic
 *   curve that follows, its two control points and its end.
 */
export function arc(from, to, others, radius, room) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const normal = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  let best = { clear: -1, bend: 0, control: from };
  for (const bend of BENDS) {
    const control = { x: (from.x + to.x) / 2 + normal.x * bend * length * 2, y: (from.y + to.y) / 2 + normal.y * bend * length * 2 };
    const clear = clearance(from, control, to, others, room);
    if (clear > best.clear) best = { clear, bend, control };
    if (clear >= radius) return [from, control, to];
  }
  const gates = gapsBetween(from, to, others, radius, room);
  if (gates.length === 0) return [from, best.control, to];
  let last = from;
  return [from, ...[...gates, to].flatMap((gate) => {
    // Upright at each row, where the neighbours are closest.
    const middle = (last.y + gate.y) / 2;
    const curve = [{ x: last.x, y: middle }, { x: gate.x, y: middle }, gate];
    last = gate;
    return curve;
  })];
}

/**
 * Return a gap in each row between two nodes, so that the way through them bends as little as possible.
 *
 * @param {Point} from
 * @param {Point} to
 * @param {Point[]} others
 * @param {number} radius
 * @param {{width: number, height: number}} room
 * @returns {Point[]}
 */
function gapsBetween(from, to, others, radius, room) {
  const rows = [...new Set(others.map(({ y }) => y))].filter((y) => y > Math.min(from.y, to.y) + 1 && y < Math.max(from.y, to.y) - 1);
  rows.sort((one, two) => (from.y < to.y ? one - two : two - one));
  /** The best way to each gap of the last row, and how much it bends. @type {{gaps: Point[], at: Point, cost: number}[]} */
  let ways = [{ gaps: [], at: from, cost: 0 }];
  const bent = (/** @type {Point} */ one, /** @type {Point} */ two) => (one.x - two.x) ** 2;
  for (const y of rows) {
    const row = others.filter((other) => other.y === y).map(({ x }) => x).sort((one, two) => one - two);
    const ends = [(row[0] ?? 0) - radius, (row.at(-1) ?? 0) + radius].filter((x) => x >= 0 && x <= room.width);
    const gaps = [...ends, ...row.slice(1).map((x, place) => (x + (row[place] ?? x)) / 2)].map((x) => ({ x, y }));
    ways = gaps.map((at) => {
      const best = ways.reduce((one, two) => (one.cost + bent(one.at, at) <= two.cost + bent(two.at, at) ? one : two));
      return { gaps: [...best.gaps, at], at, cost: best.cost + bent(best.at, at) };
    });
    if (ways.length === 0) return [];
  }
  return ways.reduce((one, two) => (one.cost + bent(one.at, to) <= two.cost + bent(two.at, to) ? one : two)).gaps;
}

/**
 * @param {Point} from
 * @param {Point} control
 * @param {Point} to
 * @param {Point[]} others
 * @param {{width: number, height: number}} room
 * @returns {number} The smallest distance from the curve to a node; nothing where it leaves the room.
 */
function clearance(from, control, to, others, room) {
  let least = Infinity;
  for (let step = 1; step < SAMPLES; step += 1) {
    const t = step / SAMPLES;
    const x = (1 - t) ** 2 * from.x + 2 * t * (1 - t) * control.x + t * t * to.x;
    const y = (1 - t) ** 2 * from.y + 2 * t * (1 - t) * control.y + t * t * to.y;
    if (x < -4 || x > room.width + 4 || y < -4 || y > room.height + 4) return -1;
    for (const other of others) least = Math.min(least, Math.hypot(x - other.x, y - other.y));
  }
  return least;
}
