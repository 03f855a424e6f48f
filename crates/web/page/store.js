// Storage in the browser: the last session, states, game records, sources and cartridges in
// IndexedDB; settings in localStorage. If the browser refuses to store data, the page still works,
// but the data is lost when the page is closed.

const DATABASE_NAME = "crownhead";
const DATABASE_VERSION = 2;
const STORES = ["session", "states", "records", "sources", "cartridges"];
const FORMAT = "crownhead-web-export 1";

let databasePromise = null;

function database() {
    databasePromise ??= new Promise((resolve, reject) => {
        const request = indexedDB.open(DATABASE_NAME, DATABASE_VERSION);
        request.onupgradeneeded = () => {
            const known = [...request.result.objectStoreNames];
            for (const store of STORES.filter((one) => !known.includes(one))) {
                request.result.createObjectStore(store, { keyPath: "key" });
            }
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    return databasePromise;
}

async function run(store, mode, work) {
    const transaction = (await database()).transaction(store, mode);
    const request = work(transaction.objectStore(store));
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => reject(transaction.error);
        transaction.onabort = () => reject(transaction.error);
    });
}

export const put = (store, value) => run(store, "readwrite", (objects) => objects.put(value));
export const get = (store, key) => run(store, "readonly", (objects) => objects.get(key));
export const all = (store) => run(store, "readonly", (objects) => objects.getAll());
export const remove = (store, key) => run(store, "readwrite", (objects) => objects.delete(key));

export function setting(name, fallback) {
    try {
        return JSON.parse(localStorage.getItem(`crownhead.${name}`)) ?? fallback;
    } catch {
        return fallback;
    }
}

export function setSetting(name, value) {
    try {
        localStorage.setItem(`crownhead.${name}`, JSON.stringify(value));
    } catch {
        // A private window may refuse to store the setting. The setting then lasts only until the
        // page is closed.
    }
}

// Returns everything that is stored in IndexedDB as one JSON text, with bytes in base64.
export async function exportAll() {
    const exported = { format: FORMAT };
    for (const store of STORES) {
        exported[store] = await all(store);
    }
    return JSON.stringify(exported, (_key, value) =>
        value instanceof Uint8Array ? { base64: toBase64(value) } : value,
    );
}

// Imports text that `exportAll` produced. Returns the number of imported items, or -1 if the text
// does not come from `exportAll`.
export async function importAll(text) {
    let imported;
    try {
        imported = JSON.parse(text, (_key, value) =>
            typeof value?.base64 === "string" ? fromBase64(value.base64) : value,
        );
    } catch {
        return -1;
    }
    if (imported?.format !== FORMAT) {
        return -1;
    }
    let count = 0;
    for (const store of STORES) {
        for (const value of Array.isArray(imported[store]) ? imported[store] : []) {
            if (typeof value?.key === "string") {
                await put(store, value);
                count += 1;
            }
        }
    }
    return count;
}

function toBase64(bytes) {
    let text = "";
    for (let start = 0; start < bytes.length; start += 0x8000) {
        text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
    }
    return btoa(text);
}

function fromBase64(text) {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
