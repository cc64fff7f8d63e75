// @ts-check
// A button for those who do not look for printing in a menu.
const button = document.querySelector("[data-print]");
if (button instanceof HTMLButtonElement) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
