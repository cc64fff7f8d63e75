// @ts-check
// What the server sends, as docs/protocol.md explains it. Numbers may be too large for JavaScript: only their texts are used.

/**
 * @typedef {object} Option One thing the player to move may do.
 * @property {string} label As a button says it.
 * @property {string} spelt As a record writes it, and as it is sent.
 * @property {string} leaves What would lie on the board then, in few words; "" where a board says it better.
 * @property {string | null} becomes The number it would leave, where it changes one.
 * @property {string} factors What the number on the label is made of, where the board does not say it.
 * @property {"divisor" | "multiple" | ""} [relation] In a pool, what it is to the last pick.
 *
 * @typedef {object} Heap One of the numbers on the table.
 * @property {string} text The number.
 * @property {string} factors What it is made of.
 * @property {string} sign How a move on it is spelt: `/` divides, `-` subtracts.
 * @property {string} rule The name of its duel.
 * @property {boolean} twin Whether an equal number under the same rule lies before it.
 * @property {Option[]} options
 * @property {number} count How many options there are; not all of a thousand and more are listed.
 *
 * @typedef {object} Taken
 * @property {string} text The number.
 * @property {number} turn Which pick it was, from 1.
 * @property {1 | 2} seat Whose it was.
 *
 * @typedef {object} View What one needs to draw a position and to move in it.
 * @property {string} kind
 * @property {1 | 2} to_move
 * @property {string} asks What the player to move is asked to do, to follow a name and a colon.
 * @property {string} stuck Why there is no move; "" while there is one.
 * @property {string} left What lies on the board, in few words.
 * @property {Option[]} options
 * @property {number} count
 * @property {Option | null} swap
 * @property {Heap[]} [heaps] Of numbers.
 * @property {Taken[]} [taken] Of a pool.
 * @property {{low: string, high: string, current: string | null}} [texts] Of a pool.
 *
 * @typedef {object} Turn
 * @property {1 | 2} seat
 * @property {string} move
 * @property {string} leaves
 *
 * @typedef {object} Player
 * @property {1 | 2} seat
 * @property {string} name
 * @property {string} kind
 * @property {boolean} taken Whether somebody sits there.
 *
 * @typedef {object} Outcome
 * @property {1 | 2} winner
 * @property {string} ending
 * @property {string} text How it ended, in a sentence or two.
 *
 * @typedef {object} Standing What may change with every event.
 * @property {number} ply
 * @property {View} view
 * @property {[number, number] | null} remaining Milliseconds left to either seat.
 * @property {1 | 2 | null} running Whose clock runs.
 * @property {Outcome | null} outcome
 * @property {Record<string, number>} offers What has been asked for, and by which seat.
 *
 * @typedef {object} Told Everything about a game that does not change with every event.
 * @property {string} match Its id.
 * @property {number} number Of the last event.
 * @property {{id: string, slug: string, title: string, tagline: string, penalty: string}} game
 * @property {"computer" | "device" | "link"} mode
 * @property {Player[]} players
 * @property {boolean} hints
 * @property {Choices} choices
 * @property {string} start The first position.
 * @property {string | null} clock
 * @property {{number: number, best_of: number, score: [number, number]} | null} series
 * @property {Turn[]} turns
 * @property {string | null} next The id of the game that follows.
 * @property {(1 | 2)[]} [you] The seats one has.
 *
 * @typedef {Told & Standing} State How a game stands.
 *
 * @typedef {object} Happened
 * @property {number} number
 * @property {string} id What its maker called it.
 * @property {string} kind
 * @property {1 | 2} seat
 * @property {string} [name]
 * @property {string} [move]
 * @property {string} [leaves]
 * @property {string} [objection]
 * @property {number} [turns] How many turns are gone.
 * @property {string} [next]
 * @property {string} [what]
 *
 * @typedef {Happened & Partial<Standing>} GameEvent Something happened.
 *
 * @typedef {object} Answer What became of something one asked for.
 * @property {string} id
 * @property {"accepted" | "already" | "stale" | "refused"} result
 * @property {string} reason
 * @property {number | null} number
 * @property {string} text
 * @property {State | null} state
 *
 * @typedef {object} Seated A seat one has.
 * @property {string} match
 * @property {(1 | 2)[]} seats
 * @property {string} token
 * @property {string} path
 * @property {string} private
 * @property {State} state
 *
 * @typedef {object} Study The truth about a position.
 * @property {string} game
 * @property {string} position
 * @property {1 | 2} to_move
 * @property {boolean} wins
 * @property {string[]} winning_moves
 * @property {number | null} grundy
 * @property {number | null} remoteness
 * @property {string} reason Told to the player to move.
 * @property {string} [text] Told of the players by their names.
 * @property {number[]} [worths] What each of several numbers is worth, its Grundy value, where that decides.
 * @property {[string, string][]} pairs
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
 * @typedef {"shown" | "asked" | "hidden"} Choices Whether a board shows what may be chosen.
 *
 * @typedef {object} Scene All that a board draws.
 * @property {View} view
 * @property {Turn[]} turns
 * @property {string | null} start The first number.
 * @property {Map<string, "W" | "L">} marks
 * @property {[string, string][]} pairs
 * @property {((spelt: string) => string | null) | null} href
 * @property {boolean} playable
 * @property {boolean} hides Whether what may be chosen is to be found out.
 * @property {[string, string]} names
 * @property {string} sought What was typed to find a divisor.
 * @property {number} columns How many fit.
 * @property {Map<string, Lattice | null>} lattices
 */
export {};
