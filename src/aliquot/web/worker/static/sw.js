// Keeps one version of the site for visits without a network. The first lines are written by `aliquot export-site`.
/* global VERSION, BASE, FILES, OWN */
const NAME = `aliquot ${BASE}/ `;
const CACHE = NAME + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      for (const file of FILES) {
        // Files below a digest never change; others are fetched anew.
        const isFixed = /^(static|runtime)\//.test(file);
        const request = new Request(`${BASE}/${file}`, { cache: isFixed ? "default" : "reload" });
        const answer = await fetch(request);
        if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
        await cache.put(request, answer);
      }
    }),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith(NAME) && name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(`${BASE}/`)) return;
  event.respondWith(answer(request, url));
});

async function answer(request, url) {
  const cache = await caches.open(CACHE);
  const path = url.pathname.slice(BASE.length + 1);
  if (request.mode !== "navigate") return (await cache.match(url.pathname)) ?? fetch(request);
  const page = FILES.includes(path) ? path : `${path}/index.html`.replace(/\/{2,}/g, "/").replace(/^\//, "");
  const kept = await cache.match(`${BASE}/${page}`);
  if (kept !== undefined) return kept;
  const shell = await cache.match(`${BASE}/404.html`);
  if (shell !== undefined && OWN.includes(path.split("/")[0])) return shell;
  // The host may have other pages here, above all where the site is at its root.
  return fetch(request).catch(() => shell ?? Response.error());
}
