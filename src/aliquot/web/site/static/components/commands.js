// @ts-check
// What can be typed instead of being pressed: the same words as in the terminal.

/** @typedef {{does: "hint" | "study" | "take_back" | "resign" | "moves" | "again" | "share" | "help"} | {does: "move", text: string} | {does: "nothing"}} Command */

/** @type {Map<string, "hint" | "study" | "take_back" | "resign" | "moves" | "again" | "share" | "help">} */
const WORDS = new Map(
  Object.entries(/** @type {const} */ ({
  hint: "hint",
  h: "hint",
  study: "study",
  s: "study",
  undo: "take_back",
  u: "take_back",
  back: "take_back",
  "take back": "take_back",
  resign: "resign",
  x: "resign",
  moves: "moves",
  m: "moves",
  history: "moves",
  again: "again",
  n: "again",
  share: "share",
  link: "share",
  help: "help",
  "?": "help",
})));

/**
 * @param {string} typed
 * @returns {Command}
 */
export function read(typed) {
  const text = typed.trim();
  if (text === "") return { does: "nothing" };
  const word = WORDS.get(text.toLowerCase().replace(/\s+/g, " "));
  return word === undefined ? { does: "move", text } : { does: word };
}
