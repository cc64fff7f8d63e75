// @ts-check
// The calendar of duels: marks those that this browser has solved.
import { parseResults } from "../components/daily-results.js";
import { load } from "../components/storage.js";
import { sentence } from "../sentences.js";

const results = parseResults(load("daily")) ?? {};
for (const link of document.querySelectorAll("[data-duel]")) {
  if (results[link.getAttribute("data-duel") ?? ""]?.solved !== true) continue;
  link.append(" ✓");
  link.setAttribute("aria-label", `${link.getAttribute("aria-label")}, ${sentence("solved")}`);
}
