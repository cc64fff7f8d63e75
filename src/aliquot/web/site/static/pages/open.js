// @ts-check
// Open a record by dropping it on the page, or by pasting it.
import { isTyping } from "../components/announce.js";
import { sentence } from "../sentences.js";

/** The largest record in bytes that the server accepts, less the form around it. */
const MAX_BYTES = 64 * 1024 - 1024;
const form = document.querySelector("form[data-drop]");
if (form instanceof HTMLFormElement) listen(form);

/** @param {HTMLFormElement} form */
function listen(form) {
  const file = form.querySelector("input[type=file]");
  const text = form.querySelector("textarea");
  if (!(file instanceof HTMLInputElement) || text === null) return;
  file.addEventListener("change", () => send(form, file));
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("over");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) form.classList.remove("over");
  });
  document.addEventListener("drop", (event) => {
    form.classList.remove("over");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    file.files = event.dataTransfer.files;
    send(form, file);
  });
  document.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (isTyping(event.target) || pasted.trim() === "") return;
    event.preventDefault();
    text.value = pasted;
    file.value = "";
    form.requestSubmit();
  });
}

/**
 * Send a file, unless it is too large.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} file
 */
function send(form, file) {
  const size = file.files?.[0]?.size ?? 0;
  const problem = document.querySelector("[data-problem]");
  if (size === 0) return;
  if (size <= MAX_BYTES) {
    form.requestSubmit();
  } else if (problem instanceof HTMLElement) {
    problem.textContent = sentence("recordTooLarge", { most: Math.floor(MAX_BYTES / 1024), size: Math.ceil(size / 1024) });
    problem.hidden = false;
    file.value = "";
  }
}
