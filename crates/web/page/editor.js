// The editor page: the sources, the assembler, and the console that runs the assembled image.

import "./crownhead-console.js";
import { Assist } from "./assist.js";
import { Colors } from "./colors.js";
import { message } from "./message.js";
import { PROJECTS, deleteChanges, isShared, openSources, saveChanges } from "./projects.js";
import { Shape } from "./shape.js";
import { texts } from "./texts.js";
import { editorWasm } from "./wasm.js";

// Pause in typing after which the program is assembled again.
const TYPING_PAUSE_MS = 200;

const find = (selector) => document.querySelector(selector);
const player = find("#console");
const source = find("#source");
const gutter = find("#gutter");
const colors = new Colors(source, find("#colors"));
const worker = new Worker(new URL("./editor-worker.js", import.meta.url), { type: "module" });
editorWasm().then(
    (module) => worker.postMessage({ module }),
    (error) => message(texts.noAssembler(error.message)),
);

let project = null;
let sources = {};
let changed = {};
let file = "";
let timer = null;
let lastOpening = 0;
let build = 0;
let image = null;
// A promise that resolves when the latest image has been inserted. Images are inserted one after
// another.
let inserting = Promise.resolve();
let diagnostics = [];
let isRunning = false;
const questions = new Map();
let lastQuestion = 0;

// Sends a question to the assembler's worker; see editor-worker.js. Returns a promise of the
// answer.
function ask(question, ...args) {
    return new Promise((resolve, reject) => {
        const id = ++lastQuestion;
        questions.set(id, { resolve, reject });
        worker.postMessage({ question, args, id });
    });
}

const shape = new Shape({ source, picture: find("#shape"), ask });
const assist = new Assist({
    source,
    about: find("#about"),
    list: find("#words"),
    ask,
    show,
    file: () => file,
    moved: () => shape.showAtCursor().catch((error) => message(error.message)),
});

function option(value, title) {
    const element = document.createElement("option");
    element.value = value;
    element.textContent = title;
    return element;
}

async function openProject(name) {
    applyPendingChanges();
    lastOpening += 1;
    const opening = lastOpening;
    const next = PROJECTS.find((candidate) => candidate.name === name) ?? PROJECTS[0];
    const opened = await openSources(next);
    if (opening !== lastOpening) {
        // The user has chosen a different project in the meantime.
        return;
    }
    applyPendingChanges();
    project = { ...next, main: opened.main };
    ({ sources, changed } = opened);
    listFiles();
    isRunning = false;
    show(project.main);
    assemble();
}

function listFiles() {
    const files = Object.keys(sources).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
    find("#file").replaceChildren(...files.map((path) => option(path, path)));
}

// Adds files to the project and shows the last one.
async function add(files) {
    for (const [path, text] of files) {
        sources[path] = text;
        changed[path] = text;
    }
    listFiles();
    show(files.at(-1)[0]);
    applyChanges();
}

// Returns the rank of a file for sorting the list of files: the main file comes first, and the
// bundled include files come last.
function rank(path) {
    return path === project.main ? 0 : 1 + Number(path.startsWith("include/"));
}

// Opens a file. If `line` is given, selects this line from `column` to its end.
function show(path, line, column = 0) {
    file = path;
    find("#file").value = path;
    source.value = sources[path] ?? "";
    shape.hide();
    numberLines();
    if (line) {
        const start =
            source.value
                .split("\n")
                .slice(0, line - 1)
                .join("\n").length +
            Number(line > 1) +
            column;
        const end = source.value.indexOf("\n", start);
        source.focus();
        source.setSelectionRange(start, end < 0 ? source.value.length : end);
        const height = source.scrollHeight / source.value.split("\n").length;
        source.scrollTop = Math.max(0, (line - 6) * height);
    } else {
        source.setSelectionRange(0, 0);
        source.scrollTop = 0;
    }
}

function numberLines() {
    colors.draw();
    const lines = source.value.split("\n").length;
    const marks = new Map();
    for (const { file: path, line, severity } of diagnostics) {
        if (path === file && marks.get(line) !== "error") {
            marks.set(line, severity);
        }
    }
    const rows = Array.from({ length: lines }, (_none, index) => {
        const row = document.createElement("span");
        row.textContent = index + 1;
        row.className = marks.get(index + 1) ?? "";
        return row;
    });
    gutter.replaceChildren(...rows);
    gutter.scrollTop = source.scrollTop;
}

function assemble() {
    build += 1;
    worker.postMessage({
        id: build,
        sources,
        folders: [project.name, "include"],
        main: project.main,
    });
}

worker.onmessage = async ({ data }) => {
    if (data.answer) {
        const { resolve, reject } = questions.get(data.answer);
        questions.delete(data.answer);
        return data.error === undefined ? resolve(data.value) : reject(new Error(data.error));
    }
    if (data.id !== build) {
        return;
    }
    diagnostics = data.diagnostics;
    numberLines();
    const count = (severity) => diagnostics.filter((one) => one.severity === severity).length;
    const result = find("#result");
    result.dataset.state = data.image ? "good" : "bad";
    const built = data.image && texts.built(data.image.length, count("warning"));
    result.textContent = built || texts.failed(count("error"));
    listDiagnostics();
    if (data.image) {
        inserting = inserting.then(() => insert(data, built));
    }
};

// Runs the image from a build. The new image continues from the state of the running image if the
// variables in RAM have the same meaning in both.
async function insert({ id, image: next }, built) {
    if (id !== build) {
        return;
    }
    try {
        const state = isRunning ? (await player.past()).states.at(-1) : null;
        const carried = await ask("carry", state, id);
        if (!carried) {
            // The sources have changed, so a newer image will follow.
            return;
        }
        image = next;
        const name = `${project.name}.bin`;
        await (state ? player.insert(name, image, carried.state) : player.open(name, image));
        isRunning = true;
        player.play();
        const { reason } = carried;
        const note = reason ? texts.fromPowerOn(reason) : carried.state && texts.gameContinues;
        if (note && id === build) {
            find("#result").textContent = `${built}; ${note}`;
        }
    } catch (error) {
        // If the console cannot run, the element already shows the reason.
        player.refusal || message(error.message);
    }
}

function listDiagnostics() {
    find("#diagnostics").replaceChildren(
        ...diagnostics.map((diagnostic) => {
            const item = document.createElement("li");
            const button = document.createElement("button");
            button.type = "button";
            button.className = diagnostic.severity;
            button.textContent = texts.diagnostic(diagnostic);
            if (diagnostic.help) {
                const help = document.createElement("small");
                help.textContent = diagnostic.help;
                button.append(help);
            }
            button.addEventListener("click", () => show(diagnostic.file, diagnostic.line));
            item.append(button);
            return item;
        }),
    );
}

source.addEventListener("input", () => {
    sources[file] = source.value;
    changed[file] = source.value;
    numberLines();
    clearTimeout(timer);
    timer = setTimeout(applyChanges, TYPING_PAUSE_MS);
});

// Assembles and saves the changes that the user has typed.
function applyChanges() {
    clearTimeout(timer);
    timer = null;
    assemble();
    saveChanges(project, changed).catch(() => message(texts.noStorage));
}

function applyPendingChanges() {
    if (timer !== null) {
        applyChanges();
    }
}

source.addEventListener("scroll", () => {
    gutter.scrollTop = source.scrollTop;
});

// Tab inserts spaces up to the next multiple of eight columns. If Escape was pressed just before,
// Tab moves the focus out of the source instead.
let tabMovesFocus = false;
source.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
        tabMovesFocus = true;
        return;
    }
    if (event.key === "Tab" && !event.shiftKey && !tabMovesFocus) {
        event.preventDefault();
        const column =
            source.selectionStart - (source.value.lastIndexOf("\n", source.selectionStart - 1) + 1);
        const blanks = " ".repeat(8 - (column % 8));
        source.setRangeText(blanks, source.selectionStart, source.selectionEnd, "end");
        source.dispatchEvent(new Event("input"));
    }
    tabMovesFocus = false;
});

const listedProjects = PROJECTS.filter(({ name }) => name !== "shared");
find("#project").append(...listedProjects.map(({ name }) => option(name, texts.names[name])));

function offerShared() {
    if (!find("#project [value=shared]")) {
        find("#project").append(option("shared", texts.names.shared));
    }
}
find("#project").addEventListener("change", (event) => {
    history.replaceState(null, "", `#${event.target.value}`);
    openProject(event.target.value).catch((error) => message(error.message));
});
find("#file").addEventListener("change", (event) => show(event.target.value));

const actions = {
    async definition() {
        message(await assist.define());
    },
    async format() {
        applyPendingChanges();
        const [path, owner, before] = [file, project, source.value];
        const text = await ask("format", path);
        if (file !== path || project !== owner) {
            return;
        }
        if (source.value !== before) {
            // The file has been changed in the meantime, so format it again.
            await actions.format();
            return;
        }
        if (text !== null && text !== before) {
            source.value = text;
            source.dispatchEvent(new Event("input"));
        }
        message(text === null ? texts.notIncluded(file) : texts.formatted);
    },
    async revert() {
        if (confirm(texts.revertAll)) {
            clearTimeout(timer);
            timer = null;
            await deleteChanges(project);
            await openProject(project.name);
        }
    },
    download() {
        if (image) {
            save(`${project.name}.bin`, image, "application/octet-stream");
        }
    },
    downloadSource() {
        save(file.split("/").pop(), source.value, "text/plain");
    },
    async newFile() {
        const name = prompt(texts.newFileName);
        if (name === null) {
            return;
        }
        const path = `${project.name}/${name.trim()}`;
        if (!/^[\w-]+\.\w+$/.test(name.trim())) {
            message(texts.fileName);
        } else if (path in sources) {
            message(texts.fileExists(path));
        } else {
            await add([[path, ""]]);
        }
    },
    upload: () => find("#upload").click(),
    async share() {
        applyPendingChanges();
        const userFiles = Object.entries(sources).filter(([path]) => !path.startsWith("include/"));
        const rename = (path) => path.replace(/^[^/]+/, "shared");
        const files = Object.fromEntries(userFiles.map(([path, text]) => [rename(path), text]));
        const text = JSON.stringify({ main: rename(project.main), files });
        const packed = await player.packLink(new TextEncoder().encode(text));
        const address = new URL(location.href);
        address.hash = `source=${packed}`;
        history.replaceState(null, "", address);
        await navigator.clipboard.writeText(address.href).catch(() => {});
        message(texts.sharedSource(address.href.length));
    },
    why() {
        const button = find("[data-action=why]");
        const isAsking = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(isAsking));
        player.classList.toggle("asks", isAsking);
    },
    reset() {
        player.press("button reset", "reset");
        setTimeout(() => player.release("button reset"), 100);
    },
    power: () => player.powerCycle(),
    pause() {
        const paused = player.isPaused;
        (paused ? player.play : player.pause).call(player);
        find("[data-action=pause]").setAttribute("aria-pressed", String(!paused));
    },
};

function save(name, content, type) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([content], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

find("#upload").addEventListener("change", async ({ target }) => {
    const files = [...target.files];
    target.value = "";
    const uploads = await Promise.all(
        files.map(async (upload) => [`${project.name}/${upload.name}`, await upload.text()]),
    );
    if (uploads.length > 0) {
        // A file that is a complete program becomes the main file.
        const program = uploads.find(([, text]) => /^\s+processor\s/im.test(text));
        project.main = program ? program[0] : project.main;
        await add(uploads);
        message(texts.uploaded(uploads.length));
    }
});

// After the user has chosen *Explain a pixel*, explains the pixel that the next click hits.
player.addEventListener(
    "pointerdown",
    (event) => {
        if (!player.classList.contains("asks")) {
            return;
        }
        event.stopImmediatePropagation();
        event.preventDefault();
        const box = player.screenBox.getBoundingClientRect();
        const fraction = (at, from, size) => Math.min(0.999, Math.max(0, (at - from) / size));
        const x = Math.floor(fraction(event.clientX, box.left, box.width) * 160);
        const row = Math.floor(fraction(event.clientY, box.top, box.height) * player.report.rows);
        actions.why();
        explain(x, row).catch((error) => message(error.message));
    },
    true,
);

async function explain(x, row) {
    const answer = await ask("why", await player.past(), x, row);
    const text = document.createElement("pre");
    text.textContent = answer.text;
    const buttons = answer.lines.map(({ file: path, line, text: code }) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "line";
        button.textContent = `${path}:${line}  ${code}`;
        button.addEventListener("click", () => show(path, line));
        return button;
    });
    find("#about").replaceChildren(text, ...buttons, ...kernel(answer.kernel));
    find("#about").scrollIntoView({ block: "nearest" });
}

// Returns elements that show the kernel view of a scanline, both as a picture and as a table.
function kernel(view) {
    if (!view) {
        return [];
    }
    const image = document.createElement("img");
    image.alt = texts.kernel;
    image.src = URL.createObjectURL(new Blob([view.svg], { type: "image/svg+xml" }));
    image.addEventListener("load", () => URL.revokeObjectURL(image.src));
    const table = document.createElement("details");
    const [title, rows] = ["summary", "pre"].map((name) => document.createElement(name));
    title.textContent = texts.kernelTable;
    rows.textContent = view.text;
    table.append(title, rows);
    return [image, table];
}

document.addEventListener("click", (event) => {
    const action = event.target.closest("button")?.dataset.action;
    if (action) {
        Promise.resolve(actions[action]()).catch((error) => message(error.message));
    }
});

player.addEventListener("message", ({ detail }) => message(detail));
player.addEventListener("command", ({ detail }) => actions[detail]?.());

// Opens the sources that the link contains, the project that the address names, or otherwise the
// user's own project.
async function begin() {
    let fragment = location.hash.slice(1);
    if (fragment.startsWith("source=")) {
        const packed = await player.unpackLink(fragment.slice("source=".length));
        const { main, files } = JSON.parse(new TextDecoder().decode(packed));
        await saveChanges({ name: "shared", main }, files);
        history.replaceState(null, "", "#shared");
        fragment = "shared";
    }
    if (await isShared()) {
        offerShared();
    }
    const known = [...find("#project").options].some(({ value }) => value === fragment);
    find("#project").value = known ? fragment : PROJECTS[0].name;
    await openProject(find("#project").value);
}

begin().catch((error) => player.refusal || message(error.message));
