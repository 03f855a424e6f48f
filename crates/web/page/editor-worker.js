// The assembler, in a separate worker, so that the console never waits for it. It also answers the
// editor's questions about the sources and about pixels.

import init, { Past, Project, shapes } from "./wasm/editor.js";

let begin = null;
const ready = new Promise((resolve) => {
    begin = resolve;
});

// The latest sources, and their analysis, which is created when the first question is asked.
let last = null;
let analysis = null;
// The sources of the running image.
let running = null;

onmessage = async ({ data }) => {
    if (data.module) {
        await init({ module_or_path: data.module });
        begin();
        return;
    }
    await ready;
    if (data.question) {
        answer(data);
    } else {
        last = data;
        analysis?.free();
        analysis = null;
        build(data);
    }
};

function project({ sources, folders }) {
    const made = new Project();
    for (const [name, text] of Object.entries(sources)) {
        made.insert(name, text);
    }
    folders.forEach((folder) => made.search(folder));
    return made;
}

function build(data) {
    const made = project(data);
    const built = made.build(data.main);
    postMessage({
        id: data.id,
        image: built.isComplete ? built.image() : null,
        diagnostics: JSON.parse(built.diagnostics()),
    });
    built.free();
    made.free();
}

// Explains the pixel at a color clock and a row. Returns the explanation as text, and the source
// lines that made the pixel.
function why({ image, script, states, firstLine }, x, row) {
    const past = new Past(image, script);
    const made = project(last);
    try {
        states.forEach((state) => past.add(state));
        return made.why(past, last.main, x, firstLine + row);
    } finally {
        past.free();
        made.free();
    }
}

// Converts a state of the running image to a state for the newest image. Returns an object with the
// new state, or with the reason why the image must start from power-on; the object is empty if
// nothing has run yet. Returns null if the sources have changed since the build `id`.
function carry(state, id) {
    if (last.id !== id) {
        return null;
    }
    const before = running;
    running = last;
    if (!state || !before) {
        return {};
    }
    const [old, now] = [before, last].map(project);
    try {
        return { state: now.carry(last.main, old, before.main, state) };
    } catch (error) {
        return { reason: error.message };
    } finally {
        old.free();
        now.free();
    }
}

// Questions that do not need an analysis.
const direct = {
    carry,
    shapes: (text) => JSON.parse(shapes(text)),
    why: (...args) => JSON.parse(why(...args)),
};

function answer({ question, args, id }) {
    try {
        if (direct[question]) {
            postMessage({ answer: id, value: direct[question](...args) });
            return;
        }
        analysis ??= project(last).analyze(last.main);
        const found = analysis[question](...args) ?? null;
        const isText = question === "about" || question === "format";
        postMessage({ answer: id, value: isText ? found : JSON.parse(found) });
    } catch (error) {
        postMessage({ answer: id, error: error.message ?? String(error) });
    }
}
