// A browser gives no worker to a page that was opened from a folder, and the search runs in one. There, and only there,
// it runs in a hidden frame instead; messages are copies and arrive later, as a worker's do. (Zensical would fetch such a
// file from elsewhere; it knows ours by its name.)
if (location.protocol === "file:") {
  window.Worker = class {
    #frame = document.createElement("iframe");
    #ready;

    constructor(address) {
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#frame.contentWindow;
      inside.postMessage = (message) => {
        const data = structuredClone(message);
        setTimeout(() => this.onmessage?.({ data }));
      };
      const script = inside.document.createElement("script");
      this.#ready = new Promise((resolve) => script.addEventListener("load", resolve));
      script.addEventListener("error", (event) => this.onerror?.(event));
      script.src = new URL(address, location.href).href;
      inside.document.body.append(script);
    }

    async postMessage(message) {
      const data = structuredClone(message);
      await this.#ready;
      this.#frame.contentWindow?.dispatchEvent(new MessageEvent("message", { data }));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
