// @ts-check
// Requests to the server. A refusal has a code and one sentence.
import { sentence } from "../sentences.js";
import { network } from "./network.js";

/** A request that failed, at the server or on the way. */
export class Refused extends Error {
  /**
   * @param {string} reason One sentence.
   * @param {number} status 0 where there was no answer at all.
   * @param {string} [code] One word for programs.
   */
  constructor(reason, status, code = "") {
    super(reason);
    this.reason = reason;
    this.status = status;
    this.code = code;
  }
}

/**
 * Sends a request.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body] Sent as JSON.
 * @param {{token?: string | null, signal?: AbortSignal}} [options] The token of a seat, where it is not this browser's.
 * @returns {Promise<any>} The answer.
 */
export async function api(method, path, body, { token = null, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers["authorization"] = `Bearer ${token}`;
  let answer;
  try {
    /** @type {RequestInit} */
    const request = { method, headers, credentials: "same-origin" };
    if (body !== undefined) request.body = JSON.stringify(body);
    if (signal) request.signal = signal;
    answer = await network.fetch(path, request);
  } catch {
    throw new Refused(sentence("unreachable"), 0);
  }
  /** @type {any} */
  let result = null;
  try {
    result = await answer.json();
  } catch {
    // An answer that is not JSON has nothing for a page.
  }
  if (!answer.ok || result === null) {
    const reason = typeof result?.reason === "string" ? result.reason : sentence("noAnswer");
    throw new Refused(reason, answer.status, typeof result?.code === "string" ? result.code : "");
  }
  return result;
}
