// Adds buttons that run the book's examples in a console. On each page of the book, every script
// gets a button, and so does every section with a program.
//
// A comment before a code block says what the block is. `<!-- file: NAME -->`: the block is this
// file of the program. `<!-- after: LINE -->`: the block is inserted into main.asm after this
// line. `<!-- instead of: LINE -->`: the block replaces this line of main.asm. A script runs with
// the cartridge that it names, which is a bundled cartridge or an image in the folder `examples`.
// If a script waits for a condition, `examples` also has a version of it that uses frame numbers
// instead. An element with `data-image` gets a button that runs that image.
//
// This module also asks the service worker to save the whole book for offline use.

import "./crownhead-console.js";
import { texts } from "./texts.js";
import { editorWasm } from "./wasm.js";

const BOOK = new URL("./book/", import.meta.url);
const SCRIPT_HEADER = "crownhead-script 1\n";
const MAIN = "main.asm";
const WAITS = /wait until|@pc/;

// Assembles a program and returns the image. If there are errors, throws the assembler's messages.
async function assemble(sources) {
    const url = new URL("./editor-worker.js", import.meta.url);
    const worker = new Worker(url, { type: "module" });
    try {
        worker.postMessage({ module: await editorWasm() });
        const answer = new Promise((resolve) => {
            worker.onmessage = ({ data }) => resolve(data);
        });
        worker.postMessage({ id: 1, sources, folders: [], main: MAIN });
        const { image, diagnostics } = await answer;
        if (!image) {
            throw new Error(diagnostics.map(texts.diagnostic).join("\n"));
        }
        return image;
    } finally {
        worker.terminate();
    }
}

// Opens the cartridge that a script names, and plays the script.
async function play(console, script) {
    const [, kind, name] = /^cartridge (bundled)?:?(.*)$/m.exec(script) ?? [null, "bundled", ""];
    if (kind === "bundled") {
        await console.openBundled(name || "video-checkers");
    } else {
        const image = name.replace(/\.asm$/, ".bin");
        await console.openAddress(new URL(`examples/${image}`, BOOK));
    }
    await console.watch(script);
}

// Returns the script itself if it does not wait for a condition. Otherwise, returns its version
// with frame numbers from the folder `examples`. `number` is the script's number on the page.
async function withoutWaits(script, number) {
    if (!WAITS.test(script)) {
        return script;
    }
    const page = location.pathname.split("/").pop().replace(/\.html$/, "");
    const answer = await fetch(new URL(`examples/${page}-${number}.script`, BOOK));
    return (await answer.text()).replace(/^cartridge .*$/m, /^cartridge .*$/m.exec(script)[0]);
}

// Adds a button after an element. When the button is pressed, it adds a console to the page and
// calls `start` with that console.
function addButton(element, start) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = texts.run;
    button.className = "run-example";
    const status = document.createElement("p");
    status.setAttribute("role", "status");
    button.onclick = async () => {
        button.disabled = true;
        status.textContent = "";
        let console = button.console;
        if (!console) {
            console = document.createElement("crownhead-console");
            console.style = "display: block; max-width: 40rem; aspect-ratio: 4 / 3";
            button.console = console;
            status.after(console);
        }
        try {
            await start(console);
            console.play();
            console.scrollIntoView({ block: "nearest" });
            console.focus();
        } catch (error) {
            status.textContent = error.message;
        }
        button.disabled = false;
    };
    element.after(button, status);
}

// Returns the text of a file with `addition` inserted after the line `line` (if `kind` is `after`)
// or in place of this line.
function withChange(text, kind, line, addition) {
    const replacement = kind === "after" ? `${line}\n${addition}` : addition;
    return text.split("\n").map((old) => (old === line ? replacement : old)).join("\n");
}

function addButtons(page) {
    const walker = document.createTreeWalker(page, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
    const nodes = [];
    while (walker.nextNode()) {
        nodes.push(walker.currentNode);
    }
    let sources = {};
    let comment = null;
    let scripts = 0;
    // The last code block of the current section. It completes the section's program, so the button
    // goes after it.
    let last = null;
    const endSection = () => {
        const program = sources;
        if (last) {
            addButton(last, async (console) => {
                await console.open("main.bin", await assemble(program));
            });
        }
        last = null;
    };
    for (const node of nodes) {
        if (node.nodeName === "H2") {
            endSection();
        } else if (node.nodeType === Node.COMMENT_NODE) {
            comment = /^ (file|after|instead of): (.*?) ?$/s.exec(node.data);
        } else if (node.dataset.image) {
            const image = new URL(node.dataset.image, BOOK);
            addButton(node, (console) => console.openAddress(image));
        } else if (node.matches("pre > code")) {
            const text = node.textContent;
            const [, kind, name] = comment ?? [];
            comment = null;
            if (text.startsWith(SCRIPT_HEADER)) {
                const number = ++scripts;
                addButton(node.parentElement, async (console) => {
                    await play(console, await withoutWaits(text, number));
                });
                continue;
            }
            if (kind === "file") {
                sources = { ...sources, [name]: text };
            } else if (kind) {
                const main = withChange(sources[MAIN], kind, name, text.trimEnd());
                sources = { ...sources, [MAIN]: main };
            }
            if (kind && MAIN in sources) {
                last = node.parentElement;
            }
        }
    }
    endSection();
}

async function saveForOffline() {
    await navigator.serviceWorker.register(new URL("./sw.js", import.meta.url));
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage("save the book");
}

addButtons(document.querySelector("main"));
if ("serviceWorker" in navigator && window.isSecureContext) {
    // Ignore failures, such as a missing connection or a full disk: the page works anyway.
    saveForOffline().catch(() => {});
}
