// @ts-check
// Questions to the server, and its refusals, which are one sentence each.

/** The server, or the network, has said no. */
export class Refused extends Error {
  /**
   * @param {string} reason One sentence.
   * @param {number} status 0 where there was no answer at all.
   */
  constructor(reason, status) {
    super(reason);
    this.reason = reason;
    this.status = status;
  }
}

/**
 * Asks the server.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body] Sent as JSON.
 * @param {{token?: string | null, signal?: AbortSignal}} [options] The token of a seat, where it is not this browser's.
 * @returns {Promise<any>} What it answers.
 */
export async function api(method, path, body, { token = null, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers["authorization"] = `Bearer ${token}`;
  let answer;
  try {
    /** @type {RequestInit} */
    const asked = { method, headers, credentials: "same-origin" };
    if (body !== undefined) asked.body = JSON.stringify(body);
    if (signal) asked.signal = signal;
    answer = await fetch(path, asked);
  } catch {
    throw new Refused("The server cannot be reached; try again in a moment.", 0);
  }
  /** @type {any} */
  let told = null;
  try {
    told = await answer.json();
  } catch {
    // What is no JSON says nothing to a page.
  }
  if (!answer.ok || told === null) {
    const reason = typeof told?.reason === "string" ? told.reason : "The server cannot answer that just now.";
    throw new Refused(reason, answer.status);
  }
  return told;
}
