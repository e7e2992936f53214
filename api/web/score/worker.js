// Service worker for offline use of the score page: caches the latest version of its files and the list of rulebooks.
// Scores, photos and logins are never cached; they are requested, or the page says that it is offline.
const CACHE = "jantaku-score";
const KEPT = [/^\/score$/, /^\/score\.webmanifest$/, /^\/static\//, /^\/api\/v1\/rulebooks$/];
const PATIENCE_MS = 4000;
/** @typedef {Event & {waitUntil: (work: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void,
 *   request: Request, data: string[], source: {postMessage: (text: string) => void}}} Told */
/** @type {{addEventListener: (kind: string, take: (event: Told) => void) => void, skipWaiting: () => void,
 *   clients: {claim: () => Promise<void>}}} */
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

// The page sends the list of its files once it is loaded.
worker.addEventListener("message", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await Promise.all(
      event.data.map((/** @type {string} */ address) =>
        cache.match(address).then(async (known) => void (known ?? (await cache.add(address)))),
      ),
    );
    event.source.postMessage("kept");
  };
  event.waitUntil(keep().catch(() => null));
});

/** @param {Request} request */
async function newest(request) {
  const cache = await caches.open(CACHE);
  const address = new URL(request.url);
  // The page is the same for every query, such as the language: use one cache key.
  const key = address.pathname === "/score" ? "/score" : request;
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const known = await cache.match(key);
    if (known) return known;
    throw error;
  }
}

worker.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  if (KEPT.some((kept) => kept.test(address.pathname))) event.respondWith(newest(event.request));
  // Offline, answer that the login is unknown, so that the page continues.
  else if (address.pathname === "/api/v1/access/me")
    event.respondWith(fetch(event.request).catch(() => new Response("{}", { status: 503 })));
});
