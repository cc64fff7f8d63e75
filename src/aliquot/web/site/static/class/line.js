// @ts-check
// The line of a page to its class: the latest state, whenever it changes. It comes back by itself, by a stream or, where
// a network holds streams back, by asking again and again.
import { api, Refused } from "../components/api.js";
import { load, store } from "../components/storage.js";

/** @typedef {import("../types.js").PupilState} PupilState */
/** @typedef {import("../types.js").TeacherState} TeacherState */
/** @typedef {import("../types.js").ProjectorState} ProjectorState */

/** How long a stream may take to send its first message, and how long one waits before trying again. */
const FIRST = 5000;
/** A stream says something at least so often; the server does every 25 seconds. */
const SILENCE = 40_000;
const WAIT = { first: 400, longest: 5000 };
const POLL = 20;
/** The least time between two questions, in milliseconds. */
const GAP = 250;

/**
 * A class, followed. Its events: `state` (what this page shows), `connection` ("open", "lost", "gone", "refused" or
 * "elsewhere").
 */
export class ClassLine extends EventTarget {
  #path;
  #role;
  #token;
  #tab = Math.random().toString(36).slice(2, 12);
  #count = 0;
  #version = "";
  #failures = 0;
  #isStopped = false;
  #polls = false;
  /** @type {AbortController | null} */
  #reading = null;
  /** @type {(() => void) | null} */
  #hurry = null;

  /**
   * @param {string} code
   * @param {"pupil" | "teacher" | "projector"} role
   */
  constructor(code, role) {
    super();
    this.#path = `/api/classes/${encodeURIComponent(code)}`;
    this.#role = role;
    this.#token = role === "pupil" ? null : load(`class-${code}`);
    // The server answers a script that wants to see how a page does without streams.
    this.#polls = load("polls") === "yes";
    const hurry = () => document.visibilityState === "visible" && this.#hurry?.();
    addEventListener("online", hurry);
    document.addEventListener("visibilitychange", hurry);
    this.#follow();
  }

  /** Stops following. */
  stop() {
    this.#isStopped = true;
    this.#reading?.abort();
  }

  /**
   * Sends a command, again until it is answered; it is carried out once.
   *
   * @param {string} path Such as `picks`.
   * @param {Record<string, unknown>} body
   * @returns {Promise<any>} The answer.
   * @throws {Refused} It was refused.
   */
  async send(path, body) {
    this.#count += 1;
    const message = { id: `${this.#tab}-${this.#count}`, ...body };
    for (let wait = WAIT.first; ; wait = Math.min(WAIT.longest, wait * 2)) {
      try {
        return await api("POST", `${this.#path}/${path}`, message, { token: this.#token });
      } catch (error) {
        if (!(error instanceof Refused) || ![0, 502, 503, 504].includes(error.status)) throw error;
        this.#emit("connection", "lost");
        await new Promise((done) => setTimeout(done, wait));
      }
    }
  }

  /** Asks for something. @param {string} path */
  get(path) {
    return api("GET", `${this.#path}${path}`, undefined, { token: this.#token });
  }

  async #follow() {
    let wait = WAIT.first;
    while (!this.#isStopped) {
      const before = Date.now();
      try {
        await (this.#polls ? this.#poll() : this.#stream());
        wait = WAIT.first;
        if (Date.now() - before < GAP) await this.#pause(GAP);
      } catch (error) {
        if (this.#isStopped) return;
        if (error instanceof Refused && [403, 404, 410].includes(error.status)) {
          this.stop();
          this.#emit("connection", error.code === "elsewhere" ? "elsewhere" : error.status === 404 ? "gone" : "refused");
          return;
        }
        this.#failures += 1;
        // Streams and questions in turn, until one of them works.
        if (this.#failures % 2 === 0 && this.#version === "") this.#polls = !this.#polls;
        this.#emit("connection", "lost");
        await this.#pause(wait * (0.75 + Math.random() / 2));
        wait = Math.min(WAIT.longest, wait * 2);
      }
    }
  }

  /** @param {number} milliseconds */
  async #pause(milliseconds) {
    await new Promise((done) => {
      this.#hurry = () => done(null);
      setTimeout(done, milliseconds);
    });
    this.#hurry = null;
  }

  get #query() {
    return `role=${this.#role}&tab=${this.#tab}`;
  }

  /** Asks for the next state. */
  async #poll() {
    const query = `?${this.#query}&since=${encodeURIComponent(this.#version)}&wait=${this.#version === "" ? 0 : POLL}`;
    this.#take(await this.get(query));
  }

  /** Reads states until the stream ends. */
  async #stream() {
    const reading = (this.#reading = new AbortController());
    /** @type {Record<string, string>} */
    const headers = { accept: "text/event-stream" };
    if (this.#token) headers["authorization"] = `Bearer ${this.#token}`;
    let watch = setTimeout(() => reading.abort(), FIRST);
    try {
      const answer = await fetch(`${this.#path}/stream?${this.#query}`, { headers, credentials: "same-origin", signal: reading.signal });
      if (!answer.ok || answer.body === null) {
        const refusal = await answer.json().catch(() => ({}));
        throw new Refused(String(refusal.reason ?? ""), answer.status, String(refusal.code ?? ""));
      }
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        clearTimeout(watch);
        watch = setTimeout(() => reading.abort(), SILENCE);
        text += part.value;
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) if (block.startsWith("data: ")) this.#take(JSON.parse(block.slice(6)));
      }
    } finally {
      clearTimeout(watch);
      this.#reading = null;
    }
  }

  /** @param {any} state */
  #take(state) {
    if (state.type === "elsewhere") {
      this.stop();
      this.#emit("connection", "elsewhere");
      return;
    }
    this.#failures = 0;
    this.#emit("connection", "open");
    if (state.version === this.#version) return;
    this.#version = state.version;
    this.#emit("state", state);
  }

  /** @param {string} name @param {unknown} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Takes the teacher's token out of a private link: it is kept, and the address bar forgets it. @param {string} code */
export function takeTeacherToken(code) {
  const token = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{32}$/.test(token)) {
    store(`class-${code}`, token);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
}
