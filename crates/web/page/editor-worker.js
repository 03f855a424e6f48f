// The worker that runs the assembler, so that the console never waits for it. The worker also
// answers the editor's questions about the sources and about pixels.

import init, { Past, Project, shapes } from "./wasm/editor.js";

let markReady = null;
const ready = new Promise((resolve) => {
    markReady = resolve;
});

// The latest sources, and their analysis. The analysis is created when the editor asks the first
// question that needs it.
let latest = null;
let analysis = null;
// The sources of the running image.
let running = null;

onmessage = async ({ data }) => {
    if (data.module) {
        await init({ module_or_path: data.module });
        markReady();
        return;
    }
    await ready;
    if (data.question) {
        answer(data);
    } else {
        latest = data;
        analysis?.free();
        analysis = null;
        build(data);
    }
};

function createProject({ sources, folders }) {
    const project = new Project();
    for (const [name, text] of Object.entries(sources)) {
        project.insert(name, text);
    }
    folders.forEach((folder) => project.addSearchFolder(folder));
    return project;
}

function build(data) {
    const project = createProject(data);
    const built = project.build(data.main);
    postMessage({
        id: data.id,
        image: built.isComplete ? built.image() : null,
        diagnostics: JSON.parse(built.diagnostics()),
    });
    built.free();
    project.free();
}

// Explains the pixel at a color clock and a row of the picture. Returns JSON; see why.rs.
function why({ image, script, states, firstLine }, x, row) {
    const past = new Past(image, script);
    const project = createProject(latest);
    try {
        states.forEach((state) => past.add(state));
        return project.why(past, latest.main, x, firstLine + row);
    } finally {
        past.free();
        project.free();
    }
}

// Converts a state of the running image into a state of the newest image. Returns an object with
// the new state, or with the reason why the newest image must start from power-on. The object is
// empty if no image has run yet. Returns null if the sources have changed since build number `id`.
function carry(state, id) {
    if (latest.id !== id) {
        return null;
    }
    const previous = running;
    running = latest;
    if (!state || !previous) {
        return {};
    }
    const [oldProject, newProject] = [previous, latest].map(createProject);
    try {
        return { state: newProject.carry(latest.main, oldProject, previous.main, state) };
    } catch (error) {
        return { reason: error.message };
    } finally {
        oldProject.free();
        newProject.free();
    }
}

// Questions for which no analysis is needed.
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
        analysis ??= createProject(latest).analyze(latest.main);
        const found = analysis[question](...args) ?? null;
        const isText = question === "about" || question === "format";
        postMessage({ answer: id, value: isText ? found : JSON.parse(found) });
    } catch (error) {
        postMessage({ answer: id, error: error.message ?? String(error) });
    }
}
