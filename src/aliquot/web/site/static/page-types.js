// @ts-check
// The types of the page itself. Those of the messages are in types.js, which is generated.

/**
 * @typedef {import("./types.js").Option & ChainPlace} ChainOption A number that can be added to a chain.
 * @typedef {object} ChainPlace
 * @property {string | null} of The number it is added to; null where it begins the chain.
 * @property {"left" | "right" | ""} end
 * @property {boolean} far Whether it fits only at the end that is not active.
 *
 * @typedef {object} ChainReport What the server says of a chain.
 * @property {number} length
 * @property {number} ceiling
 * @property {boolean} proved
 * @property {number} at_most
 * @property {boolean} over
 * @property {string} sentence
 * @property {{end: "left" | "right", number: number, sentence: string, continuation: number[]} | null} hint
 *
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
 * @property {string[][]} missed What would have won, by the place of the number; in a pool the picks.
 * @property {((notation: string) => string | null) | null} href
 * @property {boolean} playable
 * @property {boolean} hides Whether the legal moves are hidden.
 * @property {[string, string]} names
 * @property {string} sought The text typed to find a move.
 * @property {{width: number, height: number, node: number}} room The room there is, and the width of a node, in pixels.
 * @property {Map<string, Lattice | null>} lattices
 */
export {};
