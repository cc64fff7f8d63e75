// @ts-check
// The storage of this browser: seats by match, the player's name, and preferences. Without it everything works until the
// window is closed.

/** @type {Map<string, string>} */
const instead = new Map();

/**
 * @param {string} key
 * @returns {string | null}
 */
export function load(key) {
  try {
    return localStorage.getItem(`aliquot-${key}`) ?? instead.get(key) ?? null;
  } catch {
    return instead.get(key) ?? null;
  }
}

/**
 * @param {string} key
 * @param {string | null} value
 */
export function store(key, value) {
  if (value === null) instead.delete(key);
  else instead.set(key, value);
  try {
    if (value === null) localStorage.removeItem(`aliquot-${key}`);
    else localStorage.setItem(`aliquot-${key}`, value);
  } catch {
    // It is remembered until the window is closed.
  }
}

/** The token of the seat one has in a match, if this browser has it. @param {string} match */
export const loadToken = (match) => load(`seat-${match}`);

/**
 * @param {string} match
 * @param {string} token
 */
export const storeToken = (match, token) => store(`seat-${match}`, token);

/**
 * Takes the token out of a private link: it is kept, and the address bar forgets it.
 *
 * @param {string} match
 * @returns {string | null} The token one has.
 */
export function takeTokenFromUrl(match) {
  const token = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{32}$/.test(token)) {
    storeToken(match, token);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return loadToken(match);
}
