// @ts-check
// Copying a text.
import { h } from "./dom.js";
import { announce } from "./announce.js";

/**
 * Copies a text, and says so: aloud, and for a moment on the button.
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
  const told = done ? "Copied." : "This browser does not copy; select the text and copy it yourself.";
  announce(told);
  if (!done) return;
  const was = button.textContent;
  button.textContent = told;
  setTimeout(() => {
    if (button.textContent === told) button.textContent = was;
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
