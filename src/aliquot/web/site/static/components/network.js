// @ts-check
// The way to the server. A site without one puts a worker of the page in its place.

/**
 * @typedef {object} Network
 * @property {(path: string, request?: RequestInit) => Promise<Response>} fetch Sends a request.
 * @property {(match: string) => WebSocket} open Opens a line to a match.
 * @property {string} base The path of the site, without the last slash.
 * @property {boolean} isAlone Whether nobody else can open a match.
 */

/** @type {Network} */
export const network = {
  fetch: (path, request) => fetch(path, request),
  open: (match) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}/api/matches/${encodeURIComponent(match)}/live`);
  },
  base: "",
  isAlone: false,
};
