// The WebAssembly: fetched and compiled once, for all workers of a page. The editor's is another
// one, which only its page loads.

async function compile(name) {
    const address = new URL(`./wasm/${name}_bg.wasm`, import.meta.url);
    const answer = await fetch(address);
    if (!answer.ok) {
        throw new Error(`${address.pathname}: HTTP ${answer.status}`);
    }
    // Some hosts send another type; browsers do not compile it while it arrives.
    const isTyped = answer.headers.get("Content-Type") === "application/wasm";
    return isTyped
        ? WebAssembly.compileStreaming(answer)
        : WebAssembly.compile(await answer.arrayBuffer());
}

export const editorWasm = () => compile("editor");
export const wasm = compile("crownhead");
// The code that waits for it shows the error.
wasm.catch(() => {});
