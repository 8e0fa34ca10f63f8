// What a browser keeps of the place: styles, scripts and a page that says that it cannot be reached. Never a page of a table,
// nor anything else that was answered to somebody: what stands there may be secret.

// @ts-check

const worker = /** @type {any} */ (self);
const files = new URL(self.location.href).searchParams.get("files") ?? "/assets/";
const name = `parlor ${files}`;
const offline = "/offline";

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(name).then((kept) => kept.addAll([offline, `${files}style.css`, `${files}icon.svg`])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const others = caches.keys().then((all) => Promise.all(all.filter((it) => it !== name).map((it) => caches.delete(it))));
  event.waitUntil(others.then(() => worker.clients.claim()));
});

/** @param {Request} request */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(name)).put(request, answer.clone());
  return answer;
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(offline)));
  else if (new URL(request.url).pathname.startsWith(files)) event.respondWith(file(request));
});
