// @ts-check
// The line to the server: it comes back by itself, keeps the order, and sends again what was not answered. Where a
// network lets no WebSocket through, it does without one.

import { network } from "../components/network.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").MatchEvent} MatchEvent */
/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {{type: string, id?: string, [name: string]: unknown}} Message */
/** @typedef {import("./stream.js").Stream} Stream */

/** How long a silence lasts before the server is asked whether it is there, and how long it then has. */
const QUIET = 2300;
const PATIENCE = 2000;
/** How long a connection may take to be made, at first and in the end. */
const OPENING = [1500, 6000];
/** How long one waits before trying again: at first, while the loss is recent, and in the end. */
const WAIT = { first: 400, recent: 1200, longest: 8000 };
/** Until when a loss is recent. */
const RECENT = 120_000;
/** Why the server closes a socket that need not come back. */
const MISUSED = 4400;
const GONE = 4404;

/**
 * A game, followed. Its events: `state` (everything, at each connection), `event` (in order, each once), `answer` (to
 * what was sent), `connection` ("open", "lost" or "gone").
 */
export class Live extends EventTarget {
  #match;
  #token;
  /** @type {WebSocket | Stream | null} */
  #socket = null;
  /** Whether this line, or the next, is one without a WebSocket. */
  #isStream = false;
  /** Whether any line has worked here, so that the next is of the same kind. */
  #hasWorked = false;
  /** Counts lines, so that one which is late is known as such. */
  #lines = 0;
  /** The number of the last event. */
  #number = -1;
  #isReady = false;
  #wait = WAIT.first;
  #tries = 0;
  /** When the line was lost. */
  #since = 0;
  #count = 0;
  /** A prefix of its own, so that no other tab of the same seat uses the same name for something else. */
  #name = Math.random().toString(36).slice(2, 10);
  /** What was sent and not answered. @type {Map<string, Message>} */
  #waiting = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watch;
  #isClosed = false;

  /**
   * @param {string} match Its id.
   * @param {{token?: string | null}} [options]
   */
  constructor(match, { token = null } = {}) {
    super();
    this.#match = match;
    this.#token = token;
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /**
   * Sends something; it is sent again until it is answered.
   *
   * @param {Message} message
   * @returns {string} What it is called.
   */
  send(message) {
    this.#count += 1;
    const id = message.id ?? `${this.#name}-${this.#count}`;
    const named = { ...message, id };
    this.#waiting.set(id, named);
    if (this.#isReady) this.#socket?.send(JSON.stringify(named));
    this.#listen();
    return id;
  }

  /** Stops following. */
  close() {
    this.#isClosed = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  #hurry = () => {
    if (this.#isClosed || document.visibilityState === "hidden") return;
    if (this.#socket === null) {
      this.#wait = WAIT.first;
      this.#connect();
    } else if (this.#isReady) this.#ping();
  };

  #connect() {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#isReady = false;
    clearTimeout(this.#watch);
    const [least, most] = OPENING;
    this.#watch = setTimeout(() => this.#lose(0), Math.min(most ?? 0, (least ?? 0) + 500 * this.#tries));
    if (!this.#hasWorked) this.#isStream = this.#tries % 3 === 2;
    this.#lines += 1;
    const line = this.#lines;
    if (this.#isStream) {
      // Few need it, so nobody else loads it.
      import("./stream.js").then(
        ({ Stream }) => line === this.#lines && this.#use(new Stream(this.#match)),
        () => line === this.#lines && this.#lose(0),
      );
      return;
    }
    this.#use(network.open(this.#match));
  }

  /** Talks and listens on a line. @param {WebSocket | Stream} socket */
  #use(socket) {
    this.#socket = socket;
    socket.onopen = () => {
      /** @type {Record<string, unknown>} */
      const hello = { type: "hello", presence: true };
      if (this.#token !== null) hello["token"] = this.#token;
      // With it the state says what was missed: how a guess ended that was cut off.
      if (this.#number >= 0) hello["since"] = this.#number;
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (/** @type {{data: string}} */ message) => {
      if (socket === this.#socket) this.#receive(JSON.parse(message.data));
    };
    socket.onclose = (/** @type {{code: number}} */ event) => {
      if (socket === this.#socket) this.#lose(event.code);
    };
  }

  /** Lets go of the socket, whatever it is doing. */
  #drop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    this.#lines += 1;
    const socket = this.#socket;
    this.#socket = null;
    this.#isReady = false;
    if (socket !== null) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  /** @param {number} code */
  #lose(code) {
    this.#drop();
    if (this.#isClosed) return;
    if (code === GONE || code === MISUSED) {
      this.#emit("connection", "gone");
      return;
    }
    if (this.#since === 0) this.#since = Date.now();
    this.#tries += 1;
    this.#emit("connection", "lost");
    const wait = this.#wait * (0.75 + Math.random() / 2);
    const longest = Date.now() - this.#since < RECENT ? WAIT.recent : WAIT.longest;
    this.#wait = Math.min(longest, this.#wait * 2);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** Listens for a while; then asks whether anybody is there. */
  #listen() {
    if (!this.#isReady) return;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#ping(), this.#waiting.size > 0 ? PATIENCE / 2 : QUIET);
  }

  #ping() {
    // A page nobody looks at asks for nothing; it asks when it is looked at again.
    if (document.visibilityState === "hidden") return;
    this.#count += 1;
    this.#socket?.send(JSON.stringify({ type: "ping", id: `ping-${this.#count}` }));
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#lose(0), PATIENCE);
  }

  /** @param {any} message */
  #receive(message) {
    switch (message.type) {
      case "state":
        this.#take(message);
        break;
      case "event":
        this.#follow(message);
        break;
      case "presence":
        this.#emit("presence", message.away);
        break;
      case "answer":
        this.#waiting.delete(message.id);
        if (!String(message.id).startsWith("ping-")) this.#emit("answer", message);
        break;
    }
    this.#listen();
  }

  /** @param {State & {events?: MatchEvent[]}} state */
  #take(state) {
    this.#number = state.number;
    this.#hasWorked = true;
    this.#isReady = true;
    this.#tries = this.#since = 0;
    this.#wait = WAIT.first;
    for (const event of state.events ?? []) this.#waiting.delete(event.id);
    this.#emit("connection", "open");
    this.#emit("state", state);
    for (const message of this.#waiting.values()) this.#socket?.send(JSON.stringify(message));
  }

  /** @param {MatchEvent} event */
  #follow(event) {
    this.#waiting.delete(event.id);
    if (event.number <= this.#number) return;
    if (event.number > this.#number + 1) {
      // Something is missing: the state has it all.
      this.#drop();
      this.#connect();
      return;
    }
    this.#number = event.number;
    this.#emit("event", event);
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
