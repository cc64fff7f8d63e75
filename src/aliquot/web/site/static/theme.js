// @ts-check
// Runs before anything is drawn, so that a page never flashes in the wrong colours. Modules come too late for that.
(() => {
  /** The settings in the menu: their values, the first of which is the usual one. */
  const SETTINGS = { theme: ["system", "light", "dark", "contrast"], dots: ["on", "off"], sounds: ["off", "on"] };
  const root = document.documentElement;
  /** @typedef {keyof typeof SETTINGS} Setting */

  /** @param {Setting} name @returns {string} */
  const chosen = (name) => {
    const [usual = ""] = SETTINGS[name];
    try {
      const stored = localStorage.getItem(`aliquot-${name}`);
      return stored !== null && SETTINGS[name].includes(stored) ? stored : usual;
    } catch {
      return usual;
    }
  };

  /** @param {Setting} name @param {string} value */
  const wear = (name, value) => {
    if (value === SETTINGS[name][0]) root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value);
  };

  const names = /** @type {Setting[]} */ (Object.keys(SETTINGS));
  for (const name of names) wear(name, chosen(name));
  document.addEventListener("DOMContentLoaded", () => {
    const menu = document.querySelector(".menu");
    if (!(menu instanceof HTMLDetailsElement)) return;
    for (const field of menu.querySelectorAll("fieldset")) field.hidden = false;
    for (const input of menu.querySelectorAll("input")) {
      const name = /** @type {Setting} */ (input.name);
      input.checked = input.type === "radio" ? chosen(name) === input.value : chosen(name) === "on";
      input.addEventListener("change", () => {
        const value = input.type === "radio" ? input.value : input.checked ? "on" : "off";
        wear(name, value);
        try {
          localStorage.setItem(`aliquot-${name}`, value);
        } catch {
          // A browser that stores nothing still changes its clothes.
        }
      });
    }
    document.addEventListener("pointerdown", (event) => {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
  });
})();
