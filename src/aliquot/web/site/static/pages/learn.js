// @ts-check
// The lessons, each with how far one has come.
import { markOf } from "../components/progress.js";
import "../components/announce.js";

for (const item of document.querySelectorAll("[data-lesson]")) {
  const line = item.querySelector("[data-progress]");
  if (line === null || !(item instanceof HTMLElement)) continue;
  const { step, finished, best, sets } = markOf(item.dataset["lesson"] ?? "");
  const told = [line.textContent];
  if (finished) told.push("finished ✓");
  else if (step > 1) told.push(`go on at step ${step}`);
  if (sets > 0) told.push(`best set ${best} of 5`);
  line.textContent = told.join(", ");
}
