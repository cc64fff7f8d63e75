// @ts-check
// Announcements for screen readers: one polite region for the whole page. The key `.` says the last sentence again.

let last = "";

/**
 * Says a sentence. The same one twice is said twice.
 *
 * @param {string} text
 */
export function announce(text) {
  const region = document.getElementById("announcement");
  if (region === null || text === "") return;
  // A region is read when it changes, so a repeated sentence differs by a space that nobody hears.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
  last = text;
}

/** @param {EventTarget | null} target */
export function isTyping(target) {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

document.addEventListener("keydown", (event) => {
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (event.key === "." && plain && last !== "" && !isTyping(event.target)) announce(last);
});
