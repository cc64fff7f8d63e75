// Examples that are run and changed where they are read. Nothing is loaded before the first one is run; a page that was
// opened from a folder has no worker, and neither has a site that was built without one.
(() => {
  if (location.protocol === "file:") return;
  const own = document.currentScript.src;
  const folder = new URL("../try/", own).href;
  /** Commands that need neither files nor other programs. */
  const COMMAND = /^\$ aliquot (games|rules|sequence|solve|table)\b[^|<>;&]*$/;
  /** Modules that are not in the browser. */
  const ABSENT = /^(?:>>>|\.\.\.) *(?:from|import) .*\b(?:aliquot\.(?:envs|evals|testing)|gymnasium|numpy|pyspiel)\b/m;
  /** Examples that have been sent and not been answered, by number. */
  const waiting = new Map();
  /** Examples that the worker has run, whose names it knows. */
  const known = new Set();
  const STOPPED = "Stopped.\n";
  const RUNNING = "Running …";
  let worker = null;
  let isReady = false;

  async function start() {
    const answer = await fetch(`${folder}runtime.json`);
    if (!answer.ok) throw new Error("not here");
    const { bytes } = await answer.json();
    const started = new Worker(`${folder}worker.js`, { type: "module" });
    started.onmessage = ({ data }) => {
      if (data.type === "progress") for (const { show } of waiting.values()) show(`Loading Python: ${Math.round(data.share * 100)} %`);
      if (data.type === "ready") {
        isReady = true;
        for (const { show } of waiting.values()) show(RUNNING);
      }
      if (data.type === "failed") fail();
      if (data.type !== "answer") return;
      waiting.get(data.id)?.resolve(new TextDecoder().decode(data.body));
      waiting.delete(data.id);
    };
    started.onerror = fail;
    started.postMessage({ type: "start", site: { url: location.origin, base: "/docs", bytes } });
    return started;
  }

  /** Ends the worker, and every example with a sentence. */
  function end(sentence) {
    worker?.then((started) => started.terminate(), () => {});
    worker = null;
    isReady = false;
    for (const { resolve } of waiting.values()) resolve(sentence);
    waiting.clear();
    known.clear();
  }

  const fail = () => end("Python could not be loaded. Check the connection, then run it again.\n");

  let stops = 0;
  function stop() {
    stops += 1;
    end(STOPPED);
  }

  let count = 0;
  async function run(kind, text, show) {
    show(isReady ? RUNNING : "Loading Python …");
    worker ??= start();
    const asked = stops;
    let ready;
    try {
      ready = await worker;
    } catch {
      worker = null;
      return "This copy of the docs cannot run examples.\n";
    }
    if (stops !== asked) return STOPPED;
    count += 1;
    const id = count;
    const result = new Promise((resolve) => waiting.set(id, { resolve, show }));
    ready.postMessage({ type: "run", id, kind, text });
    return result;
  }

  /** Runs the examples that this one builds on, unless they have been; returns false if that is stopped. */
  async function prepare(earlier, show) {
    const asked = stops;
    for (const text of earlier) {
      if (!known.has(text)) await run("python", text, show);
      if (stops !== asked) return false;
      known.add(text);
    }
    return true;
  }

  /** Puts a field, a button and a place for the output after an example. */
  function offer(block, kind, isInput, earlier) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "md-button try";
    button.textContent = "Try it";
    block.after(button);
    button.addEventListener("click", () => {
      const text = block.querySelector("code").textContent.trimEnd();
      const lines = text.split("\n");
      const field = document.createElement("textarea");
      field.className = "try";
      field.spellcheck = false;
      field.setAttribute("aria-label", "The example, which you can change");
      const input = lines.filter(isInput);
      field.value = input.map((line) => (kind === "console" ? line.slice(2) : line.replace(/^(>>>|\.\.\.) ?/, ""))).join("\n");
      field.rows = Math.min(20, input.length + 1);
      const go = document.createElement("button");
      go.type = "button";
      go.className = "md-button try";
      go.textContent = "Run";
      const halt = document.createElement("button");
      halt.type = "button";
      halt.className = "md-button try";
      halt.textContent = "Stop";
      halt.hidden = true;
      halt.addEventListener("click", stop);
      const output = document.createElement("pre");
      output.className = "try";
      output.setAttribute("role", "status");
      go.addEventListener("click", async () => {
        go.disabled = true;
        halt.hidden = false;
        const sent = kind === "console" ? field.value.split("\n").filter(Boolean).map((line) => `$ ${line}`).join("\n") : field.value;
        const show = (line) => (output.textContent = line);
        const isPrepared = await prepare(earlier, show);
        if (isPrepared) known.add(text);
        show(isPrepared ? await run(kind, sent, show) : STOPPED);
        go.disabled = false;
        halt.hidden = true;
      });
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !go.disabled) go.click();
      });
      button.replaceWith(field, go, halt, output);
      field.focus();
      go.click();
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    const isPython = (line) => /^(>>>|\.\.\.)/.test(line);
    const isCommand = (line) => COMMAND.test(line);
    /** The sessions from `import aliquot` on, which build on one another; null where one needs more than is here. */
    let earlier = null;
    for (const block of document.querySelectorAll(".language-console, .language-pycon")) {
      const text = block.querySelector("code")?.textContent ?? "";
      if (block.classList.contains("language-console")) {
        if (text.split("\n").some(isCommand)) offer(block, "console", isCommand, []);
        continue;
      }
      // An example of the API reference builds on its own module.
      if (block.closest(".doc") !== null) earlier = null;
      if (/^>>> import aliquot$/m.test(text)) earlier = [];
      if (ABSENT.test(text)) earlier = null;
      if (earlier === null) continue;
      offer(block, "python", isPython, [...earlier]);
      earlier.push(text.trimEnd());
    }
  });
})();
