// @ts-check
// A record may be dropped anywhere on the page, or pasted; the form does the rest.
import { isTyping } from "../components/announce.js";

/** Bytes the server takes; the form around the record needs a few. */
const MOST = 64 * 1024 - 1024;
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
 * Sends a file, unless it is too long to be a record.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} file
 */
function send(form, file) {
  const size = file.files?.[0]?.size ?? 0;
  const problem = document.querySelector("[data-problem]");
  if (size === 0) return;
  if (size <= MOST) {
    form.requestSubmit();
  } else if (problem instanceof HTMLElement) {
    problem.textContent = `A record has at most ${Math.floor(MOST / 1024)} KiB, and this file has ${Math.ceil(size / 1024)}.`;
    problem.hidden = false;
    file.value = "";
  }
}
