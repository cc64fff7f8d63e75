// A static site: the page's requests go to a worker, and the next page is drawn in the same document, so that the worker
// is started once. The first board is on the page already; the worker arrives behind it.
import { network } from "../components/network.js";

/** @type {{base: string, pages: string[], worker: string, bytes: number}} */
const site = JSON.parse(document.getElementById("site")?.textContent ?? "{}");
const BASE = site.base;
/** Milliseconds without a sign of life after which a worker that owes an answer is taken to be dead. */
const SILENCE = 30_000;
const SENTENCES = {
  loading: "Loading the computer player and the oracle",
  waiting: "Your move is kept. The computer player is still loading",
  old: "This browser is too old for some pages of this site: update it if a button does nothing.",
  restarted: "The worker behind this page stopped. It has been started again; your games are stored.",
  lost: "The worker behind this page stopped. It has been started again; games that this browser did not store are gone.",
  failed: "The computer player could not be loaded. Check the connection, then reload the page. The board stays as it is.",
  full: "The storage of this browser is full. Your games last until this page is closed.",
  forbidden: "This browser does not let the page store anything. Your games last until this page is closed.",
  update: "A new version is ready.",
};

/** @type {Worker} */
let worker;
let isReady = false;
let hasFailed = false;
/** Whether games are stored, and outlive the worker. */
let isStoring = true;
let share = 0;
let count = 0;
let heard = 0;
/** Requests that wait for an answer. @type {Map<number, {message: any, isAgain: boolean, resolve: (answer: any) => void, reject: (error: Error) => void}>} */
const waiting = new Map();
/** Open lines to matches. @type {Map<number, Line>} */
const lines = new Map();
/** @type {string} */
let notice = "";
/** @type {HTMLElement | null} */
let status = null;

// --- the worker -------------------------------------------------------------------------------------------------------

function startWorker() {
  worker = new Worker(site.worker, { type: "module" });
  isReady = hasFailed = false;
  heard = Date.now();
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = () => fail();
  const isStored = isHere();
  if (isStored) share = 1;
  worker.postMessage({ type: "start", site: { url: location.origin + BASE, base: BASE, bytes: site.bytes, isStored } });
}

/** Returns whether every file is in the browser, so that nothing has to come. */
function isHere() {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
}

function fail() {
  hasFailed = true;
  notice = SENTENCES.failed;
  for (const request of waiting.values()) request.reject(new Error(SENTENCES.failed));
  waiting.clear();
  showStatus();
}

/** @param {any} message */
function receive(message) {
  heard = Date.now();
  switch (message.type) {
    case "progress":
      share = message.share;
      break;
    case "ready":
      isReady = true;
      for (const { message: request } of waiting.values()) worker.postMessage(request);
      document.documentElement.dataset["oracle"] = "ready";
      dispatchEvent(new Event("aliquot-ready"));
      onReady();
      break;
    case "failed":
      console.error(message.reason);
      fail();
      break;
    case "alive":
      awaitEnd(message.lock);
      break;
    case "notice":
      isStoring = false;
      notice = message.kind === "full" ? SENTENCES.full : SENTENCES.forbidden;
      break;
    case "answer":
      waiting.get(message.id)?.resolve(message);
      waiting.delete(message.id);
      break;
    case "message":
      lines.get(message.line)?.onmessage?.({ data: message.text });
      break;
    case "end":
      lines.get(message.line)?.end(message.code);
      break;
  }
  showStatus();
}

/** Starts the worker again if it owes an answer and has said nothing for long. */
function watch() {
  const owes = waiting.size > 0 || [...lines.values()].some((line) => line.owes);
  if (!isReady || !owes) {
    heard = Math.max(heard, Date.now() - SILENCE / 2);
    return;
  }
  if (Date.now() - heard >= SILENCE) restart();
}

/** Notices at once that the worker is gone: it holds a lock as long as it lives. @param {string} lock */
function awaitEnd(lock) {
  const watched = worker;
  void navigator.locks.request(lock, () => {
    if (worker !== watched) return;
    if (isReady) restart();
    else if (!hasFailed) fail();
  });
}

/** Takes another worker, and asks it what the last one has not answered; what has ended two workers is not asked again. */
function restart() {
  worker.terminate();
  notice = isStoring ? SENTENCES.restarted : SENTENCES.lost;
  startWorker();
  for (const [id, request] of waiting) {
    if (request.isAgain) {
      request.reject(new Error(SENTENCES.restarted));
      waiting.delete(id);
      continue;
    }
    request.isAgain = true;
  }
  for (const line of [...lines.values()]) line.end(0);
  showStatus();
}

/** @param {{method: string, target: string, headers?: Record<string, string>, body?: Uint8Array | undefined, form?: any[] | undefined}} request */
export function ask({ method, target, headers = {}, body, form }) {
  count += 1;
  return post({ type: "request", id: count, method, target, headers: JSON.stringify(headers), body, form });
}

/** Runs an example of the docs. @param {string} kind @param {string} text @returns {Promise<string>} */
export async function run(kind, text) {
  count += 1;
  const answer = await post({ type: "run", id: count, kind, text });
  return new TextDecoder().decode(answer.body);
}

/** @param {any} message @returns {Promise<any>} */
function post(message) {
  if (hasFailed) startWorker();
  const answer = new Promise((resolve, reject) => waiting.set(message.id, { message, isAgain: false, resolve, reject }));
  if (isReady) worker.postMessage(message);
  showStatus();
  return answer;
}

// --- the network of the page ------------------------------------------------------------------------------------------

network.base = BASE;
network.isAlone = true;
network.fetch = async (path, request = {}) => {
  const body = request.body === undefined || request.body === null ? undefined : new TextEncoder().encode(String(request.body));
  const headers = /** @type {Record<string, string>} */ (request.headers ?? {});
  const answer = await ask({ method: request.method ?? "GET", target: path, headers, body });
  return new Response(answer.status === 204 ? null : answer.body, { status: answer.status, headers: answer.headers });
};
network.open = (match) => /** @type {WebSocket} */ (/** @type {unknown} */ (new Line(match)));

/** A line to a match, with the manners of a WebSocket. */
class Line {
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((message: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number}) => void) | null} */
  onclose = null;
  owes = false;
  #number;

  /** @param {string} match */
  constructor(match) {
    count += 1;
    this.#number = count;
    lines.set(this.#number, this);
    worker.postMessage({ type: "open", line: this.#number, match });
    queueMicrotask(() => this.onopen?.());
  }

  /** @param {string} text */
  send(text) {
    const message = JSON.parse(text);
    // Whether the worker is alive is watched here, however long it thinks.
    if (message.type === "ping") {
      queueMicrotask(() => this.onmessage?.({ data: JSON.stringify({ type: "answer", id: message.id, result: "accepted" }) }));
      return;
    }
    this.owes = true;
    worker.postMessage({ type: "send", line: this.#number, text });
  }

  close() {
    lines.delete(this.#number);
    worker.postMessage({ type: "close", line: this.#number });
  }

  /** @param {number} code */
  end(code) {
    lines.delete(this.#number);
    this.onclose?.({ code });
  }
}

// --- what the visitor is told -----------------------------------------------------------------------------------------

function showStatus() {
  for (const line of lines.values()) if (Date.now() - heard < 100) line.owes = false;
  const loading = !isReady && !hasFailed;
  const step = share < 1 ? `${Math.round(share * 100)}\u00A0%` : "starting\u00A0…";
  const moves = [...waiting.values()].some(({ message }) => message.method === "POST" && message.target.startsWith("/api/"));
  const isAgain = notice === SENTENCES.restarted || notice === SENTENCES.lost;
  const text = loading && (moves || !isAgain) ? `${moves ? SENTENCES.waiting : SENTENCES.loading}: ${step}` : notice;
  if (text === "" || document.body === null) {
    status?.remove();
    return;
  }
  if (status === null || !status.isConnected) {
    status = document.createElement("p");
    status.id = "site-status";
    status.setAttribute("role", "status");
    document.body.append(status);
  }
  if (status.firstChild?.textContent === text && (loading || status.childElementCount > 0)) return;
  const parts = [document.createTextNode(text)];
  status.replaceChildren(...parts);
  if (text === SENTENCES.update) addReload(status);
  else if (!loading) addClose(status);
}

/** @param {HTMLElement} line */
function addClose(line) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Close";
  button.onclick = () => {
    notice = "";
    line.remove();
  };
  line.append(" ", button);
}

// --- pages in the same document ---------------------------------------------------------------------------------------

/** @param {string} path The path below the base. */
const isPage = (path) => site.pages.includes(path);

/** Whether this browser can keep the site. Elsewhere, as without HTTPS, pages without a file get an address with one. */
const CAN_KEEP = "serviceWorker" in navigator;

const GO = `${BASE}/go/`;

/** @param {string} target @returns {string} An address that every host has a file for, and so can be loaded again. */
const withFile = (target) => `${GO}?to=${encodeURIComponent(target).replaceAll("%2F", "/")}`;

/** @param {URL} url @returns {string} The path and query below the base. */
function targetOf(url) {
  if (url.pathname === GO) return url.searchParams.get("to") ?? "/";
  const path = url.pathname.startsWith(`${BASE}/`) || url.pathname === BASE ? url.pathname.slice(BASE.length) : url.pathname;
  const plain = path.replace(/(.)\/$/, "$1").replace(/\/index\.html$/, "") || "/";
  return plain + url.search;
}

/**
 * Draws the page of an address.
 *
 * @param {URL} url
 * @param {FormData | null} form What a form sends.
 * @returns {Promise<void>}
 */
async function visit(url, form) {
  const target = targetOf(url);
  if (!isReady && form === null && isPage(target)) {
    const answer = await fetch(fileOf(target)).catch(() => null);
    if (answer?.ok) {
      draw(await answer.text());
      return;
    }
  }
  const fields = form === null ? undefined : await Promise.all([...form].map(readField));
  const method = form === null ? "GET" : "POST";
  const answer = await ask({ method, target, headers: { accept: "text/html" }, form: fields });
  const place = answer.headers["location"];
  if (place) {
    const { href } = new URL(place, location.href);
    if ("navigation" in window) navigate(href, "replace");
    else location.replace(href);
    return;
  }
  const disposition = answer.headers["content-disposition"];
  if (disposition) save(answer, /filename="([^"]*)"/.exec(disposition)?.[1] ?? "");
  else draw(new TextDecoder().decode(answer.body));
}

/** @param {string} page */
const fileOf = (page) => `${BASE}${page === "/" ? "" : page}/index.html`;

/** @param {[string, FormDataEntryValue]} field */
async function readField([name, value]) {
  return [name, typeof value === "string" ? value : new Uint8Array(await value.arrayBuffer())];
}

let visits = 0;
/** Modules that have been loaded: a browser warns of a link that loads one in advance again. */
const loaded = new Set([...document.querySelectorAll("link[rel=modulepreload]")].map((link) => link.getAttribute("href")));

/** Puts a page in the place of this one. @param {string} html */
function draw(html) {
  visits += 1;
  // A module runs once under each address, and its page may be visited again.
  const page = html
    .replace(/(<script type="module" src="[^"]*\/pages\/[^"?]+\.js)"/, `$1?visit=${visits}"`)
    .replace(/<link rel="modulepreload" href="([^"]*)">\n/g, (link, address) => {
      const isNeeded = !loaded.has(address) && !address.includes("/pages/");
      loaded.add(address);
      return isNeeded ? link : "";
    });
  document.open();
  document.write(page);
  document.close();
  if (isReady) document.documentElement.dataset["oracle"] = "ready";
  document.documentElement.dataset["visit"] = String(visits);
  addStyle();
  status = null;
  showStatus();
}

/** Saves an answer as a file. @param {{body: Uint8Array, headers: Record<string, string>}} answer @param {string} name */
function save({ body, headers }, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([body], { type: headers["content-type"] ?? "" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Addresses that lead to files instead of pages. */
const FILE = /^\/(api\/|review\/record\.)/;

/** @param {string} href @param {"auto" | "push" | "replace"} history */
function navigate(href, history = "auto") {
  const { committed, finished } = navigation.navigate(href, { history });
  // Another navigation may take the place of this one.
  for (const end of [committed, finished]) end.catch(() => {});
}

/** @param {any} event A navigation. */
function intercept(event) {
  const url = new URL(event.destination.url);
  if (url.origin !== location.origin || url.protocol !== location.protocol) return;
  if (event.cancelable && FILE.test(targetOf(url))) {
    event.preventDefault();
    void visit(url, event.formData);
    return;
  }
  if (event.downloadRequest !== null || !event.canIntercept) return;
  const isInside = url.pathname === BASE || url.pathname.startsWith(`${BASE}/`);
  if (!isInside) {
    // The page's own scripts know no base.
    if (!event.cancelable) return;
    event.preventDefault();
    const inside = BASE + url.pathname + url.search + url.hash;
    if (event.destination.sameDocument) history.pushState(null, "", inside);
    else navigate(inside);
    return;
  }
  if (event.hashChange || event.navigationType === "reload" || (event.destination.sameDocument && event.navigationType !== "traverse")) return;
  const target = targetOf(url);
  if (target.startsWith("/static/") || target.startsWith("/docs")) return;
  const { formData } = event;
  const hasFile = url.pathname === GO || isPage(target.replace(/\?.*/, ""));
  if (!CAN_KEEP && !hasFile && formData === null && event.cancelable) {
    event.preventDefault();
    navigate(withFile(target) + url.hash, event.navigationType === "replace" ? "replace" : "push");
    return;
  }
  event.intercept({ scroll: "manual", focusReset: "manual", handler: () => visit(url, formData).then(() => scrollTo(0, 0)) });
}

// --- the home page, once the worker knows the visitor -----------------------------------------------------------------

async function onReady() {
  if (document.getElementById("shell") !== null || location.search !== "") return void visit(new URL(location.href), null);
  if (targetOf(new URL(location.href)) !== "/" || document.getElementById("yours") !== null) return;
  const answer = await ask({ method: "GET", target: "/", headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(new TextDecoder().decode(answer.body), "text/html");
  const games = page.getElementById("yours")?.closest("section");
  if (games) document.querySelector("section.day")?.after(document.adoptNode(games));
  const name = document.querySelector("#name");
  const known = page.querySelector("#name")?.getAttribute("value");
  if (name instanceof HTMLInputElement && name.value === "" && known) name.value = known;
}

// --- every visit after the first, and without a network ----------------------------------------------------------------

/** @type {ServiceWorker | null} */
let update = null;

/** @param {HTMLElement} line */
function addReload(line) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Reload";
  button.onclick = () => update?.postMessage("take over");
  line.append(" ", button);
}

async function keep() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const { serviceWorker } = navigator;
    let isControlled = serviceWorker.controller !== null;
    serviceWorker.addEventListener("controllerchange", () => {
      // The first to come is of the version that is on the page. The next one has other files.
      if (isControlled) location.reload();
      isControlled = true;
    });
    const registration = await serviceWorker.register(`${BASE}/sw.js`, { scope: `${BASE}/`, updateViaCache: "none" });
    const offer = () => {
      if (registration.waiting === null || !isControlled) return;
      update = registration.waiting;
      notice = SENTENCES.update;
      showStatus();
    };
    offer();
    registration.addEventListener("updatefound", () => {
      registration.installing?.addEventListener("statechange", offer);
    });
    if (isControlled) await registration.update();
  } catch {
    // Without it every visit needs the network.
  }
}

function addStyle() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("host.css", import.meta.url).href;
  document.head.append(link);
}

addStyle();
startWorker();
setInterval(watch, 1000);
if ("navigation" in window) navigation.addEventListener("navigate", intercept);
else notice = SENTENCES.old;
addEventListener("aliquot-ready", keep, { once: true });
showStatus();
Object.assign(globalThis, { aliquotSite: { ask, run, worker: () => worker } });
