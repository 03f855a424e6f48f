// Fetches and compiles the console's WebAssembly module once for all workers of a page. The editor
// has a separate module. Only pages that assemble programs load it.

async function compile(name) {
    const address = new URL(`./wasm/${name}_bg.wasm`, import.meta.url);
    const response = await fetch(address);
    if (!response.ok) {
        throw new Error(`${address.pathname}: HTTP ${response.status}`);
    }
    // Browsers compile WebAssembly while downloading it only if the response has this type, which
    // some servers do not send.
    const isTyped = response.headers.get("Content-Type") === "application/wasm";
    return isTyped
        ? WebAssembly.compileStreaming(response)
        : WebAssembly.compile(await response.arrayBuffer());
}

export const editorWasm = () => compile("editor");
export const wasm = compile("crownhead");
// The code that awaits the promise shows the error. This line only prevents an unhandled rejection.
wasm.catch(() => {});
