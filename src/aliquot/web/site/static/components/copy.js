// @ts-check
// Copying a text.
import { h } from "./dom.js";
import { sentence } from "../sentences.js";
import { announce } from "./announce.js";

/**
 * Copies a text, announces it, and shows it on the button for a moment.
 *
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function copy(text, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = copyOldWay(text);
  }
  const result = sentence(done ? "copied" : "notCopied");
  announce(result);
  if (!done) return;
  const was = button.textContent;
  button.textContent = result;
  setTimeout(() => {
    if (button.textContent === result) button.textContent = was;
  }, 1500);
}

/** For pages that were not sent encrypted. @param {string} text */
function copyOldWay(text) {
  const field = h("textarea", { class: "unseen", readonly: true });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
