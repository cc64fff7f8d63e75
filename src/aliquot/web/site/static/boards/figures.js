// @ts-check
// Numbers as people read them: digits in groups, real superscripts, and a dot for each prime factor.
import { h } from "../components/dom.js";

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** The primes with a colour of their own; the others are grey. */
const COLOURED = new Set(["2", "3", "5", "7"]);
/** The most dots of a number: more are not counted at a glance. */
const MOST_DOTS = 12;
/** The most digits of a number that is written out where there is little room. */
const LONG = 7;
/** Larger numbers are not factorised here: the server's view says what they are made of. */
const LARGEST = 1_000_000;

/** Return a number with its digits in groups of three, from five digits on. @param {string} text */
export function grouped(text) {
  return text.replace(/\d{5,}/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, "\u202f"));
}

/**
 * Return the prime factors of a number, each as often as it divides the number.
 *
 * @param {string} text
 * @param {string} [factors] The factorisation, where it is known.
 * @returns {string[]} Empty for 1, and for a number that is too large.
 */
export function primesOf(text, factors = "") {
  if (factors !== "") {
    return factors.split("·").flatMap((power) => {
      const [base = "", exponent = "1"] = power.split("^");
      return Array.from({ length: Number(exponent) }, () => base);
    });
  }
  let rest = Number(text);
  /** @type {string[]} */
  const primes = [];
  if (!(rest <= LARGEST)) return [];
  for (let prime = 2; prime * prime <= rest; prime += 1) {
    for (; rest % prime === 0; rest /= prime) primes.push(String(prime));
  }
  return rest > 1 ? [...primes, String(rest)] : primes;
}

/**
 * Draw a dot for each prime factor. The dots of a divisor are among those of its multiples.
 *
 * @param {string[]} primes
 * @returns {HTMLElement | null} Nothing where there would be too many.
 */
export function drawDots(primes) {
  if (primes.length === 0 || primes.length > MOST_DOTS) return null;
  return h(
    "span",
    { class: "dots", style: { "--dots": primes.length }, "aria-hidden": "true" },
    primes.map((prime) => h("i", { class: COLOURED.has(prime) ? `p${prime}` : "px" })),
  );
}

/** Return the factorisation of a number as text, such as `2²·3`. @param {string[]} primes */
export function productText(primes) {
  /** @type {Map<string, number>} */
  const powers = new Map();
  for (const prime of primes) powers.set(prime, (powers.get(prime) ?? 0) + 1);
  return [...powers].map(([prime, exponent]) => `${grouped(prime)}${exponent === 1 ? "" : superscript(exponent)}`).join("·");
}

/**
 * Return a divisor as people read it: the digits of a short number, of a long one its factorisation.
 *
 * @param {string} text
 * @param {string[]} primes The primes of a multiple of it.
 */
export function shortText(text, primes) {
  if (text.length <= LONG || primes.length === 0) return grouped(text);
  let rest = BigInt(text);
  const own = primes.map(BigInt).filter((prime) => rest % prime === 0n && ((rest /= prime), true));
  return rest === 1n ? productText(own.map(String)) : grouped(text);
}

/** Return a sentence in which products of many factors may go on in the next line after any of them. @param {string} text */
export function breakable(text) {
  return text.replace(/(?:[^\s·]+·){5,}/g, (product) => product.replaceAll("·", "·\u200b"));
}

/**
 * Return a sentence with its long numbers in groups of digits, its powers raised, and its pairs, such as 2–26, each on
 * one line.
 *
 * @param {string} text
 */
export function typeset(text) {
  return breakable(grouped(text).replace(/(?<=\d)\^(\d+)/g, (_, exponent) => superscript(exponent)).replace(/(?<=\d)–(?=\d)/g, "–\u2060"));
}

/** @param {number | string} exponent */
function superscript(exponent) {
  return [...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
}
