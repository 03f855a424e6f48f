// The assembler, in a worker of its own so that the console never waits for it.

import init, { Project } from "./wasm/crownhead.js";

const ready = init({ module_or_path: new URL("./wasm/crownhead_bg.wasm", import.meta.url) });

onmessage = async ({ data: { id, sources, folders, main } }) => {
    await ready;
    const project = new Project();
    for (const [name, text] of Object.entries(sources)) {
        project.insert(name, text);
    }
    folders.forEach((folder) => project.search(folder));
    const built = project.build(main);
    postMessage({
        id,
        image: built.isComplete ? built.image() : null,
        diagnostics: JSON.parse(built.diagnostics()),
    });
    built.free();
    project.free();
};
