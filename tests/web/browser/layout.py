"""Examines how a page is laid out: what cannot be seen or reached, what overlaps, and what is cut."""

from typing import Any

from .people import Person

SIZES = (
    (320, 568),
    (360, 640),
    (390, 844),
    (640, 360),
    (768, 1024),
    (1024, 768),
    (1366, 620),
    (1280, 800),
    (1920, 1080),
)
"""Screens on which everything of a game is seen at once."""
ZOOMED = ((640, 400), (320, 200), (683, 310), (512, 384), (480, 270))
"""What remains of 1280×800 at 200 % and 400 %, of 1366×620 and 1024×768 at 200 %, and of 1920×1080 at 400 %."""

_EXAMINE = """
(whole) => {
  const faults = [];
  const root = document.scrollingElement;
  const wide = root.scrollWidth - root.clientWidth;
  if (wide > 0) faults.push(`the page is ${wide} pixels too wide`);
  const say = (element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""} `
    + `"${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}"`;
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, [inert]");
  const modal = document.querySelector("dialog[open]");
  const scope = modal ?? document.body;

  // Each control and each sentence can be hit at its middle, at once or after scrolling.
  const controls = "a[href], button, input, select, textarea, summary, .sentence, .side > .note, .goal, .lost";
  const targets = [...scope.querySelectorAll(controls)]
    .filter((element) => seen(element) && !element.matches(".skip, .unseen") && element.getClientRects().length > 0);
  const middle = (element) => {
    const rect = element.getClientRects()[0];
    return [rect.left + rect.width / 2, rect.top + rect.height / 2];
  };
  const hit = (element) => {
    const found = document.elementFromPoint(...middle(element));
    return found !== null && (element.contains(found) || found.contains(element) && !found.matches("body, html, main")
      || found.closest("label")?.contains(element));
  };
  // A script scrolls even what a person cannot scroll.
  const forced = (element) => {
    for (let box = element; box !== null; box = box.parentElement) {
      const outer = box === root ? [box, document.body] : [box];
      const stuck = (way) => outer.some((one) => /hidden|clip/.test(getComputedStyle(one)[way]));
      if ((box.scrollTop !== 0 && stuck("overflowY")) || (box.scrollLeft !== 0 && stuck("overflowX"))) return true;
    }
    return false;
  };
  const top = root.scrollTop;
  for (const element of targets) {
    if (hit(element)) continue;
    element.scrollIntoView({ block: "center", inline: "center" });
    if (!hit(element) || forced(element)) faults.push(`${say(element)} cannot be reached`);
  }
  root.scrollTop = top;

  // A board of at most a hundred numbers or sixty nodes is seen whole, and with it the sentence and the buttons.
  if (whole) {
    root.scrollTop = 0;
    const inside = (element, what) => {
      const rect = element.getBoundingClientRect();
      if (rect.top < -1 || rect.left < -1 || rect.bottom > innerHeight + 1 || rect.right > innerWidth + 1) {
        faults.push(`${what} is off the screen`);
      }
    };
    const cells = [...document.querySelectorAll("aliquot-board .cell, aliquot-board .node")].filter(seen);
    for (const frame of document.querySelectorAll("aliquot-board .pool, aliquot-board .lattice")) {
      if (!seen(frame) || cells.length > 100) continue;
      if (frame.scrollHeight > frame.clientHeight + 1 || frame.scrollWidth > frame.clientWidth + 1) {
        faults.push(`${say(frame).split(" ")[0]} has to be scrolled`);
      }
    }
    for (const cell of document.querySelectorAll("aliquot-board [data-item]")) if (seen(cell)) inside(cell, say(cell));
    for (const part of document.querySelectorAll(WATCHED)) if (seen(part)) inside(part, say(part));
    root.scrollTop = top;
  }

  // No two texts overlap, and none is cut. A bar that stays at the bottom ends what scrolls behind it, as a frame does.
  const bars = [...scope.querySelectorAll("*")].filter((element) => {
    const { position, bottom } = getComputedStyle(element);
    return position === "sticky" && bottom !== "auto" && seen(element);
  });
  const texts = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === "" || parent === null || !seen(parent)) continue;
    if (parent.closest("script, style, option, noscript, svg, textarea, .menu")) continue;
    const clips = [];
    for (let box = parent; box !== null && box !== document.documentElement; box = box.parentElement) {
      if (getComputedStyle(box).overflow !== "visible") clips.push(box.getBoundingClientRect());
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      // The boxes of a font are taller than its letters.
      const slack = rect.height * 0.24;
      const box = { left: rect.left + 1, right: rect.right - 1, top: rect.top + slack, bottom: rect.bottom - slack };
      for (const clip of clips) {
        box.left = Math.max(box.left, clip.left);
        box.right = Math.min(box.right, clip.right);
        box.top = Math.max(box.top, clip.top);
        box.bottom = Math.min(box.bottom, clip.bottom);
      }
      for (const bar of bars) {
        if (!bar.contains(parent)) box.bottom = Math.min(box.bottom, bar.getBoundingClientRect().top);
      }
      if (box.right - box.left > 1 && box.bottom - box.top > 1) texts.push({ node, parent, box });
    }
    const style = getComputedStyle(parent);
    const rolls = /auto|scroll/.test(style.overflowX) && !parent.matches("button, a");
    const cut = parent.clientWidth > 0 && parent.scrollWidth > parent.clientWidth + 1;
    if (cut && !rolls) faults.push(`${say(parent)} is cut`);
  }
  texts.sort((one, two) => one.box.top - two.box.top);
  texts.forEach((one, place) => {
    for (const two of texts.slice(place + 1)) {
      if (two.box.top >= one.box.bottom) break;
      if (one.node === two.node || two.box.left >= one.box.right || one.box.left >= two.box.right) continue;
      const over = Math.min(one.box.bottom, two.box.bottom) - two.box.top;
      const [first, second] = [one, two].map(({ node }) => `"${node.data.trim().slice(0, 30)}"`);
      if (over > 1) faults.push(`${first} and ${second} overlap`);
    }
  });
  return [...new Set(faults)].slice(0, 12);
}
""".replace(
    "WATCHED",
    repr(
        ".sentence, .choices .key, .actions > *, .players, .goal, .desk .question, .desk [data-message], .desk .bar > *"
    ),
)

_STILL = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


def faults(person: Person, size: tuple[int, int], **options: Any) -> list[str]:
    """Everything that is wrong with the page on a screen of that size.

    Args:
        person: Who looks at it.
        size: The size of the screen.
        options: `whole=True` if a small board, the sentence and the buttons must be seen without scrolling.
    """
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.asks(_STILL)
    found = person.asks(_EXAMINE, options.get("whole", False))
    return [f"{size[0]}×{size[1]}: {fault}" for fault in found]
