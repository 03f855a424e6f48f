// node --test crates/web/tests/offline.test.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SITE = "https://host.example/folder/";
const PAGE = ["index.html", "play.js"];
const BOOK = ["book/index.html", "book/crates/lab/docs/script.html"];

class Request {
    constructor(file) {
        this.url = new URL(file, SITE).href;
        this.method = "GET";
    }
}

// A stand-in for a browser with a cache and a service worker. `isOnline` turns its connection on or
// off.
class Browser {
    isOnline = true;
    caches = new Map();
    fetched = [];
    handlers = {};

    constructor(version = "1") {
        this.load(version);
    }

    // Loads the service worker, with the constants that the builds of the page and of the book
    // insert into it.
    load(version) {
        const script = readFileSync(new URL("../page/sw.js", import.meta.url), "utf8")
            .replace('"BUILD-VERSION"', JSON.stringify(version))
            .replace('"BUILD-FILES"', PAGE.map((file) => JSON.stringify(file)).join())
            .replace(/^const BOOK = .*$/m, `const BOOK = ${JSON.stringify(BOOK)};`);
        vm.runInNewContext(script, {
            self: {
                registration: { scope: SITE },
                clients: { claim() {} },
                skipWaiting() {},
                addEventListener: (name, handler) => (this.handlers[name] = handler),
            },
            location: new URL("sw.js", SITE),
            caches: {
                open: async (name) => this.cache(name),
                keys: async () => [...this.caches.keys()],
                delete: async (name) => this.caches.delete(name),
            },
            fetch: (request) => this.fetch(request),
            Request,
            URL,
        });
    }

    cache(name) {
        const files = this.caches.get(name) ?? new Map();
        this.caches.set(name, files);
        const key = (request) => new URL(request.url ?? request, SITE).href;
        const cache = {
            match: async (request, { ignoreSearch } = {}) =>
                files.get(ignoreSearch ? key(request).replace(/\?.*/, "") : key(request)),
            put: async (request, response) => void files.set(key(request), response),
            add: async (request) => void files.set(key(request), await this.fetch(request)),
            addAll: async (requests) => void (await Promise.all(requests.map(cache.add))),
        };
        return cache;
    }

    async fetch({ url }) {
        if (!this.isOnline) {
            throw new TypeError("no connection");
        }
        this.fetched.push(url.replace(SITE, ""));
        return { ok: true, text: `contents of ${url}`, clone() {} };
    }

    // Sends an event to the service worker and waits until the worker has handled it.
    async send(name, event = {}) {
        let response;
        const work = [];
        this.handlers[name]({
            ...event,
            waitUntil: (promise) => work.push(promise),
            respondWith: (promise) => (response = promise),
        });
        await Promise.all(work);
        return response;
    }

    async open(address) {
        return (await this.send("fetch", { request: new Request(address) })).text;
    }
}

test("once installed, the page works offline, but the book only if it was saved", async () => {
    const browser = new Browser();
    await browser.send("install");
    browser.isOnline = false;
    assert.equal(await browser.open("index.html"), `contents of ${SITE}index.html`);
    assert.equal(await browser.open("./"), `contents of ${SITE}`);
    await assert.rejects(browser.open("book/index.html"));
});

test("a page of the book can save the whole book", async () => {
    const browser = new Browser();
    await browser.send("install");
    await browser.send("message", { data: "save the book" });
    browser.isOnline = false;
    for (const file of BOOK) {
        assert.equal(await browser.open(file), `contents of ${SITE}${file}`);
        assert.equal(await browser.open(`${file}?highlight=word`), `contents of ${SITE}${file}`);
    }
    assert.equal(await browser.open("book/"), `contents of ${SITE}book/index.html`);
    await assert.rejects(browser.open("book/other.html"));
});

test("an interrupted download continues with the missing files", async () => {
    const browser = new Browser();
    await browser.send("install");
    browser.isOnline = false;
    await browser.send("message", { data: "save the book" });
    browser.isOnline = true;
    await browser.send("message", { data: "save the book" });
    assert.deepEqual(browser.fetched.slice(-BOOK.length), BOOK);
    const count = browser.fetched.length;
    await browser.send("message", { data: "save the book" });
    assert.equal(browser.fetched.length, count);
});

test("a new version of the page or the book replaces the old one", async () => {
    const browser = new Browser("1 1");
    await browser.send("install");
    await browser.send("message", { data: "save the book" });
    browser.load("1 2");
    await browser.send("install");
    await browser.send("activate");
    assert.deepEqual([...browser.caches.keys()], [`crownhead 1 2 ${SITE}`]);
});
