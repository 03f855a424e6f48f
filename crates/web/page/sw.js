// The service worker: makes the page work offline, from any folder. The build fills in the two
// names. The list has all files except the editor's WebAssembly, which is cached on first use.

const VERSION = "BUILD-VERSION";
const FILES = ["./", "BUILD-FILES"];
const CACHE = `crownhead ${VERSION} ${self.registration.scope}`;

self.addEventListener("install", (event) => {
    const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
    self.skipWaiting();
});

self.addEventListener("activate", (event) => {
    const isOld = (name) =>
        name.startsWith("crownhead ") &&
        name !== CACHE &&
        name.endsWith(` ${self.registration.scope}`);
    event.waitUntil(
        (async () => {
            const names = await caches.keys();
            await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
            await self.clients.claim();
        })(),
    );
});

self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || new URL(request.url).origin !== location.origin) {
        return;
    }
    event.respondWith(
        (async () => {
            const cache = await caches.open(CACHE);
            const kept = await cache.match(request, { ignoreSearch: true });
            if (kept) {
                return kept;
            }
            const answer = await fetch(request);
            if (answer.ok && request.url.endsWith("/wasm/editor_bg.wasm")) {
                event.waitUntil(cache.put(request, answer.clone()));
            }
            return answer;
        })(),
    );
});
