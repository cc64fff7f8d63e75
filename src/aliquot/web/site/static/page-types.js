// @ts-check
// The types of the page itself. Those of the messages are in types.js, which is generated.

/**
 * @typedef {object} LatticeNode
 * @property {string} text
 * @property {number} rank
 * @property {number} x From 0 to 1.
 * @property {string} factors
 *
 * @typedef {object} Lattice
 * @property {boolean} whole
 * @property {number} gap The smallest distance between two nodes of a rank.
 * @property {LatticeNode[]} nodes By rank, the highest first, then from left to right.
 * @property {[number, number][]} edges Places in `nodes`.
 *
 * @typedef {object} BoardState Everything that a board draws.
 * @property {import("./types.js").View} view
 * @property {import("./types.js").Turn[]} turns
 * @property {string[]} startNumbers The numbers at the start.
 * @property {Map<string, "W" | "L">} marks
 * @property {[string, string][]} pairs
 * @property {((notation: string) => string | null) | null} href
 * @property {boolean} playable
 * @property {boolean} hides Whether the legal moves are hidden.
 * @property {[string, string]} names
 * @property {string} sought The text typed to find a divisor.
 * @property {number} columns The number of columns that fit.
 * @property {Map<string, Lattice | null>} lattices
 */
export {};
