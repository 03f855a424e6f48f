// The service worker: makes the page and the book work offline, from any folder. `build` fills in
// the first two constants. `crates/frontend/packaging/book` fills in the third, and adds its own
// digest to the version.

const VERSION = "BUILD-VERSION";
// The files that are saved when the service worker is installed: all except the editor's
// WebAssembly module, which is saved on first use.
const FILES = ["./", "BUILD-FILES"];
// The files of the book. They are saved when a page of the book asks for it.
const BOOK = [];
const CACHE = `crownhead ${VERSION} ${self.registration.scope}`;

const uncachedRequest = (file) => new Request(file, { cache: "reload" });

self.addEventListener("install", (event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(uncachedRequest))));
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

// Saves the files of the book that are not in the cache yet. If a file cannot be fetched, the
// service worker tries again when the next page of the book is opened.
async function saveBook() {
    const cache = await caches.open(CACHE);
    for (const file of BOOK) {
        if (!(await cache.match(file))) {
            await cache.add(uncachedRequest(file)).catch(() => {});
        }
    }
}

self.addEventListener("message", (event) => {
    if (event.data === "save the book") {
        event.waitUntil(saveBook());
    }
});

// Returns the saved response to a request. If the address is a folder, returns the response for its
// index.html.
async function cachedResponse(cache, request) {
    const response = await cache.match(request, { ignoreSearch: true });
    const { href, pathname } = new URL(request.url);
    if (response || !pathname.endsWith("/")) {
        return response;
    }
    return cache.match(new URL("index.html", href).href);
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || new URL(request.url).origin !== location.origin) {
        return;
    }
    event.respondWith(
        (async () => {
            const cache = await caches.open(CACHE);
            const cached = await cachedResponse(cache, request);
            if (cached) {
                return cached;
            }
            const response = await fetch(request);
            if (response.ok && request.url.endsWith("/wasm/editor_bg.wasm")) {
                event.waitUntil(cache.put(request, response.clone()));
            }
            return response;
        })(),
    );
});
