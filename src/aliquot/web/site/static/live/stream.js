// @ts-check
// The line for networks that let no WebSocket through: what happens comes as one long answer, what is sent goes out in
// requests of their own. It has as much of a WebSocket's manners as `Live` needs.

import { api, Refused } from "../components/api.js";
import { network } from "../components/network.js";

/** Where each message goes. @type {Record<string, string>} */
const PATHS = { move: "moves", resign: "resign", take_back: "take-back", again: "again", hint: "hint", answer: "answer" };
/** The code with which a socket is closed that need not come back. @type {Record<number, number>} */
const CODES = { 400: 4400, 403: 4400, 404: 4404, 422: 4400 };
/** Later than any event, so that there is nothing to tell. */
const NEVER = 2 ** 31 - 1;

/** A line to one game. */
export class Stream {
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((message: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number}) => void) | null} */
  onclose = null;
  #path;
  /** @type {string | null} */
  #token = null;
  #ending = new AbortController();

  /** @param {string} match */
  constructor(match) {
    this.#path = `/api/matches/${encodeURIComponent(match)}`;
    queueMicrotask(() => this.onopen?.());
  }

  /** @param {string} text */
  send(text) {
    const { type, ...message } = JSON.parse(text);
    if (type === "hello") this.#read(message.token ?? null, message.since);
    else this.#ask(type, message);
  }

  close() {
    this.#ending.abort();
  }

  /**
   * Reads what happens, until there is no more.
   *
   * @param {string | null} token
   * @param {number} [since]
   */
  async #read(token, since) {
    this.#token = token;
    /** @type {Record<string, string>} */
    const headers = { accept: "text/event-stream" };
    if (token !== null) headers["authorization"] = `Bearer ${token}`;
    const query = since === undefined ? "" : `?since=${since}`;
    try {
      const { signal } = this.#ending;
      const answer = await network.fetch(`${this.#path}/stream${query}`, { headers, credentials: "same-origin", signal });
      if (!answer.ok || answer.body === null) {
        this.#end(CODES[answer.status] ?? 0);
        return;
      }
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value;
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) this.#deliver(block);
      }
    } catch {
      // The network is gone, or somebody has closed this.
    }
    this.#end(0);
  }

  /** Delivers one event of the stream; comments only keep it open. @param {string} block */
  #deliver(block) {
    const data = block.split("\n").find((line) => line.startsWith("data: "));
    if (data !== undefined) this.onmessage?.({ data: data.slice("data: ".length) });
  }

  /**
   * Sends a command. Its event says that it was done, as on a socket; anything else comes as an answer.
   *
   * @param {string} type
   * @param {{id: string}} message
   */
  async #ask(type, message) {
    const path = PATHS[type];
    const options = { token: this.#token, signal: this.#ending.signal };
    /** @type {{result: string, [name: string]: unknown}} */
    let answer;
    try {
      answer =
        path === undefined
          ? { result: "accepted", ...(await api("GET", `${this.#path}/events?since=${NEVER}`, undefined, options)) }
          : await api("POST", `${this.#path}/${path}`, message, options);
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 0) {
        this.#end(0);
        return;
      }
      answer = { result: "refused", code: error.code, reason: error.reason };
    }
    if (answer.result !== "accepted" || path === undefined || type === "hint") {
      this.onmessage?.({ data: JSON.stringify({ ...answer, type: "answer", id: message.id }) });
    }
  }

  /** @param {number} code */
  #end(code) {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.onclose?.({ code });
  }
}
