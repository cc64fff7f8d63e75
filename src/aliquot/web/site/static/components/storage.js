// @ts-check
// What this browser remembers: seats by their game, the name one gave, and how one likes to play. A browser that keeps
// nothing plays just as well, as long as its window is open.

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

/** The token of the seat one has in a game, if it was given here. @param {string} game */
export const loadToken = (game) => load(`seat-${game}`);

/**
 * @param {string} game
 * @param {string} token
 */
export const storeToken = (game, token) => store(`seat-${game}`, token);

/**
 * Takes the token out of a private link: it is kept, and the address bar forgets it.
 *
 * @param {string} game
 * @returns {string | null} The token one has.
 */
export function takeTokenFromUrl(game) {
  const given = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{32}$/.test(given)) {
    storeToken(game, given);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return loadToken(game);
}
