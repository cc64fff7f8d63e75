// @ts-check
// A table as a file for spreadsheets.

/** Returns the text of a file; no cell can become a formula. @param {string[][]} rows */
export function csvText(rows) {
  return `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** @param {string} text */
function cell(text) {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
