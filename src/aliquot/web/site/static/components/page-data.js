// @ts-check
// What the server has written into a page for its script.

/** @returns {any} The facts, or null where there are none. */
export function pageData() {
  const written = document.getElementById("data")?.textContent;
  return written ? JSON.parse(written) : null;
}

/** @param {string[]} notation @param {Set<string>} winning @returns {Map<string, "W" | "L">} Whether each move wins. */
export function winLossMarks(notation, winning) {
  return new Map(notation.map((move) => [move, winning.has(move) ? "W" : "L"]));
}

/** Fill the placeholders of a sentence. @param {string} sentence @param {Record<string, string | number>} values */
export function fillSentence(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
