// @ts-check
// The types of the page itself. What the server sends is in types.js, which is generated.

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
 * @typedef {object} Scene All that a board draws.
 * @property {import("./types.js").View} view
 * @property {import("./types.js").Turn[]} turns
 * @property {string[]} startNumbers The numbers at the start.
 * @property {Map<string, "W" | "L">} marks
 * @property {[string, string][]} pairs
 * @property {((notation: string) => string | null) | null} href
 * @property {boolean} playable
 * @property {boolean} hides Whether what may be chosen is to be found out.
 * @property {[string, string]} names
 * @property {string} sought What was typed to find a divisor.
 * @property {number} columns How many fit.
 * @property {Map<string, Lattice | null>} lattices
 */
export {};
