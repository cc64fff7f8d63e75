// @ts-check
// Builders of elements. Text is always text: nothing that comes from anybody is ever read as HTML.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined | Record<string, string | number> | ((event: any) => void)} Value */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Value>} [attributes] `onclick` and the like listen; `style` is an object of properties; false,
 *   null and undefined leave an attribute out.
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  dress(made, attributes, children);
  return made;
}

/**
 * An SVG element.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  dress(made, attributes, children);
  return made;
}

/**
 * @param {HTMLElement | SVGElement} made
 * @param {Record<string, Value>} attributes
 * @param {(Child | Child[])[]} children
 */
function dress(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (typeof value === "object") {
      for (const [property, setting] of Object.entries(value)) made.style.setProperty(property, String(setting));
    } else made.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child !== false && child !== null && child !== undefined) {
      made.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * Makes one tree look like another, keeping every element that is in both: so the focus stays, and colours can fade.
 * Children with a `data-key` are the same if their keys are; others if they stand in the same place.
 *
 * @param {Element} old
 * @param {Element} wanted It is taken apart.
 */
export function morph(old, wanted) {
  for (const { name } of [...old.attributes]) {
    if (name !== "style" && !wanted.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (name !== "style" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (styled(old) && styled(wanted) && old.style.cssText !== wanted.style.cssText) {
    old.style.cssText = wanted.style.cssText;
  }
  fill(old, wanted);
}

/**
 * Gives an element the children of another, keeping those that are in both.
 *
 * @param {Element} old
 * @param {Element} wanted It is taken apart.
 */
export function fill(old, wanted) {
  /** @type {Map<string, Element>} */
  const kept = new Map();
  for (const child of old.children) {
    const key = child.getAttribute("data-key");
    if (key !== null) kept.set(key, child);
  }
  let at = old.firstChild;
  for (const child of [...wanted.childNodes]) {
    const key = child instanceof Element ? child.getAttribute("data-key") : null;
    const same = key !== null ? kept.get(key) ?? null : at;
    if (same !== null && alike(same, child)) {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      if (same instanceof Element && child instanceof Element) morph(same, child);
      else if (same.nodeValue !== child.nodeValue) same.nodeValue = child.nodeValue;
    } else {
      old.insertBefore(child, at);
    }
  }
  while (at !== null) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/**
 * @param {Node} one
 * @param {Node} two
 */
function alike(one, two) {
  if (one.nodeName !== two.nodeName) return false;
  if (!(one instanceof Element) || !(two instanceof Element)) return true;
  return one.getAttribute("data-key") === two.getAttribute("data-key");
}

/**
 * @param {Element} element
 * @returns {element is HTMLElement | SVGElement}
 */
function styled(element) {
  return element instanceof HTMLElement || element instanceof SVGElement;
}
