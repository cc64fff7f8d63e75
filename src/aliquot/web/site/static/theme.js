// @ts-check
// Runs before anything is drawn, so that a page never flashes in the wrong colours. Modules come too late for that.
(() => {
  const KEY = "aliquot-theme";
  const root = document.documentElement;
  /** @type {string[]} */
  const themes = ["system", "light", "dark", "contrast"];

  /** @returns {string} */
  const chosen = () => {
    try {
      const stored = localStorage.getItem(KEY);
      return stored !== null && themes.includes(stored) ? stored : "system";
    } catch {
      return "system";
    }
  };

  /** @param {string} theme */
  const wear = (theme) => {
    if (theme === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
  };

  wear(chosen());
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-switch]");
    if (!(button instanceof HTMLButtonElement)) return;
    const say = () => {
      button.textContent = `Theme: ${chosen()}`;
    };
    button.hidden = false;
    say();
    button.addEventListener("click", () => {
      const next = themes[(themes.indexOf(chosen()) + 1) % themes.length] ?? "system";
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // A browser that keeps nothing still changes its clothes.
      }
      wear(next);
      say();
    });
  });
})();
