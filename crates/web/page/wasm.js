// The WebAssembly: fetched and compiled once, for all workers of a page.

const address = new URL("./wasm/crownhead_bg.wasm", import.meta.url);

async function compile() {
    const answer = await fetch(address);
    if (!answer.ok) {
        throw new Error(`${address.pathname}: HTTP ${answer.status}`);
    }
    // Some hosts serve another type, which browsers do not compile while it arrives.
    const isTyped = answer.headers.get("Content-Type") === "application/wasm";
    return isTyped
        ? WebAssembly.compileStreaming(answer)
        : WebAssembly.compile(await answer.arrayBuffer());
}

export const wasm = compile();
// Who waits for it shows the error.
wasm.catch(() => {});
