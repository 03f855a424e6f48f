// node --test crates/web/tests/texts.test.mjs
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { texts } from "../page/texts.js";

const page = new URL("../page/", import.meta.url);
const read = (name) => readFileSync(new URL(name, page), "utf8");
const files = readdirSync(page);
const templates = files.filter((name) => /\.(html|webmanifest)$/.test(name));
const code = files.filter((name) => name.endsWith(".js") && name !== "texts.js");

// Returns the texts that the first group of a pattern matches in some files.
function matches(pattern, from) {
    return from.flatMap((name) => [...read(name).matchAll(pattern)].map((found) => found[1]));
}

test("each name in the HTML refers to a text without parameters", () => {
    for (const name of matches(/\{\{(\w+)\}\}/g, templates)) {
        assert.equal(typeof texts[name], "string", name);
    }
});

test("the HTML contains no words of its own", () => {
    for (const name of templates.filter((one) => one.endsWith(".html"))) {
        const html = read(name).replace(/\{\{\w+\}\}/g, "");
        const labels = [...html.matchAll(/ (?:aria-label|label|title|alt)="([^"]*)"/g)];
        const shown = [html.replace(/<[^>]*>/g, " "), ...labels.map((found) => found[1])];
        // The only words in the HTML itself are the names of keys and of switch positions.
        assert.deepEqual(shown.join(" ").match(/[A-Za-z]{2,}/g) ?? [], [], name);
    }
});

test("each text is used, and each text that is used exists", () => {
    const used = [...matches(/\{\{(\w+)\}\}/g, templates), ...matches(/[^/]\btexts\.(\w+)/g, code)];
    assert.deepEqual([...new Set(used)].sort(), Object.keys(texts).sort());
});

test("the code contains no sentences", () => {
    const sentences = matches(/["`]([A-Z][a-z]+ [a-z]+[^"`]*)["`]/g, code);
    assert.deepEqual(sentences, []);
});
