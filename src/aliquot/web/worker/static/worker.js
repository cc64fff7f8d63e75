// The server of a static site: Pyodide with the wheel's own Python, in a worker of the page.
import { loadPyodide } from "./pyodide.js";

const FOLDER = "/lib/aliquot-site";
const WASM = "application/wasm";
const fetchPlainly = self.fetch.bind(self);
/** What is downloaded before the first answer, in bytes, and how much of it has come. */
let expected = 1;
let arrived = 0;
/** Whether nothing is downloaded. */
let isStored = false;

/** Counts what arrives, and calls WebAssembly by its name where a host does not know it. */
self.fetch = async (address, options) => {
  const answer = await fetchPlainly(address, options);
  if (!answer.ok || answer.body === null) return answer;
  const isProgram = String(answer.url).endsWith(".wasm");
  // Only of an answer that is handed on as it is does a browser keep what it has compiled, which halves the start.
  if (isStored && !(isProgram && answer.headers.get("content-type") !== WASM)) return answer;
  const counter = new TransformStream({
    transform(part, controller) {
      arrived += part.byteLength;
      postMessage({ type: "progress", share: Math.min(1, arrived / expected) });
      controller.enqueue(part);
    },
  });
  const headers = new Headers(answer.headers);
  if (isProgram) headers.set("content-type", WASM);
  return new Response(answer.body.pipeThrough(counter), { status: answer.status, headers });
};

// --- storage: one text per name, each with a version number that only grows -------------------------------------------

/** Texts that could not be stored, or all of them where a browser stores nothing. */
const memory = new Map();
/** @type {Promise<IDBDatabase> | null} */
let database = null;
let hasTold = false;

/** Tells the page once that games are not stored. */
function tell(/** @type {string} */ kind) {
  if (!hasTold) postMessage({ type: "notice", kind });
  hasTold = true;
}

/** @param {IDBRequest} request */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openDatabase(/** @type {string} */ name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("texts");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const storage = {
  async get(/** @type {string} */ name) {
    if (memory.has(name)) return memory.get(name).text;
    try {
      const opened = await database;
      return (await done(opened.transaction("texts").objectStore("texts").get(name)))?.text ?? null;
    } catch {
      tell("forbidden");
      return null;
    }
  },
  async put(/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ number) {
    const before = memory.get(name);
    if (before !== undefined && before.number >= number) return false;
    try {
      const opened = await database;
      const transaction = opened.transaction("texts", "readwrite", { durability: "strict" });
      const texts = transaction.objectStore("texts");
      const stored = await done(texts.get(name));
      if (before === undefined && stored !== undefined && stored.number >= number) return false;
      texts.put({ number, text }, name);
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
      memory.delete(name);
    } catch (error) {
      tell(error?.name === "QuotaExceededError" ? "full" : "forbidden");
      memory.set(name, { number, text });
    }
    return true;
  },
  async names() {
    let names = [];
    try {
      const opened = await database;
      names = await done(opened.transaction("texts").objectStore("texts").getAllKeys());
    } catch {
      tell("forbidden");
    }
    return [...new Set([...names, ...memory.keys()])];
  },
};

// --- the server -------------------------------------------------------------------------------------------------------

/** @param {{url: string, base: string, bytes: number, isStored?: boolean}} site */
async function start(site) {
  expected = site.bytes;
  isStored = site.isStored ?? false;
  database = openDatabase(`aliquot ${site.base}/`);
  database.catch(() => tell("forbidden"));
  const bundle = fetch(new URL("bundle.zip", import.meta.url)).then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL(".", import.meta.url).href, packages: [] });
  python.unpackArchive(await bundle, "zip", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  python.pyimport("aliquot.web.worker.stand_ins").install();
  const worker = python.pyimport("aliquot.web.worker.bridge");
  return worker.start(storage, site.url, site.base, (message) => postMessage(message));
}

/** Holds a lock, for the page to notice when this worker is gone; a host without HTTPS has none. */
function live() {
  const lock = `aliquot worker ${crypto.randomUUID?.()}`;
  const held = navigator.locks?.request(lock, () => {
    postMessage({ type: "alive", lock });
    return new Promise(() => {});
  });
  held?.catch(() => {}); // Where nothing can be stored, a browser may also refuse locks.
}

let server = null;
self.onmessage = async ({ data }) => {
  if (data.type === "start") {
    live();
    server = start(data.site);
    server.then(
      () => postMessage({ type: "ready" }),
      (error) => postMessage({ type: "failed", reason: String(error) }),
    );
    return;
  }
  try {
    (await server).receive(data);
  } catch (error) {
    postMessage({ type: "failed", reason: String(error) });
  }
};
