// @ts-check
// The lessons, each with the progress that this browser has stored.
import "../components/announce.js";
import { fillSentence, pageData } from "../components/page-data.js";
import { loadProgress } from "../components/progress.js";

const { sentences, exercises } = pageData();
for (const item of document.querySelectorAll("[data-lesson]")) {
  const line = item.querySelector("[data-progress]");
  if (line === null || !(item instanceof HTMLElement)) continue;
  const { step, finished, best, sets } = loadProgress(item.dataset["lesson"] ?? "");
  const lines = [line.textContent];
  if (finished) lines.push(sentences.finished);
  else if (step > 1) lines.push(fillSentence(sentences.continue, { number: step }));
  if (sets > 0) lines.push(fillSentence(sentences.best, { best, total: exercises }));
  line.textContent = lines.join(" ");
}
