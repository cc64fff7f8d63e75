// @ts-check
// Arrow keys on a board. Of everything in a `[data-grid]` one thing has a tab stop; the arrows lead on from there, to
// whatever is drawn next in that direction.

/** @param {Element} grid */
const items = (grid) => /** @type {HTMLElement[]} */ ([...grid.querySelectorAll("[data-item]")]);

/**
 * Gives the tab stop of each grid to the item that had it, or else to the best one to begin with.
 *
 * @param {Element} root
 * @param {Map<string, string>} stops The key of the item that had it, by the name of the grid.
 */
export function rove(root, stops) {
  for (const grid of root.querySelectorAll("[data-grid]")) {
    const all = items(grid);
    const key = stops.get(grid.getAttribute("data-grid") ?? "");
    const first =
      all.find((item) => item.dataset["key"] === key && !item.hasAttribute("aria-disabled")) ??
      all.find((item) => item.classList.contains("current")) ??
      all.find((item) => item.hasAttribute("data-notation") || item.hasAttribute("href")) ??
      all[0];
    for (const item of all) {
      const stop = item === first ? 0 : -1;
      if (item.tabIndex !== stop) item.tabIndex = stop;
    }
  }
}

/**
 * Where a key leads.
 *
 * @param {HTMLElement} from
 * @param {KeyboardEvent} event
 * @returns {HTMLElement | null}
 */
export function next(from, event) {
  const grid = from.closest("[data-grid]");
  if (grid === null) return null;
  const all = items(grid);
  const at = all.indexOf(from);
  switch (event.key) {
    case "ArrowLeft":
      return all[at - 1] ?? null;
    case "ArrowRight":
      return all[at + 1] ?? null;
    case "ArrowUp":
      return beyond(from, all, -1);
    case "ArrowDown":
      return beyond(from, all, 1);
    case "Home":
      return (event.ctrlKey ? all[0] : all.find((item) => level(item) === level(from))) ?? null;
    case "End":
      return (event.ctrlKey ? all.at(-1) : all.filter((item) => level(item) === level(from)).at(-1)) ?? null;
  }
  return null;
}

/** @param {Element} item */
function level(item) {
  const { top, height } = item.getBoundingClientRect();
  return Math.round(top + height / 2);
}

/** @param {Element} item */
function middle(item) {
  const { left, width } = item.getBoundingClientRect();
  return left + width / 2;
}

/**
 * The nearest item of the next line up or down.
 *
 * @param {HTMLElement} from
 * @param {HTMLElement[]} all
 * @param {1 | -1} way
 */
function beyond(from, all, way) {
  const here = level(from);
  const there = all.filter((item) => (level(item) - here) * way > 4);
  if (there.length === 0) return null;
  const line = Math.min(...there.map((item) => (level(item) - here) * way));
  const near = there.filter((item) => (level(item) - here) * way <= line + 4);
  const x = middle(from);
  return near.reduce((best, item) => (Math.abs(middle(item) - x) < Math.abs(middle(best) - x) ? item : best));
}
