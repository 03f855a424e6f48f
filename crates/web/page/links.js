// Links that contain a cartridge, a script, a state or a position in the part after `#`. Browsers
// never send this part to a server.
//
// The fields: `play` is an input script, `state` is a saved state, and `fen` is a position of Video
// Checkers. `image` and `name` are the image and the name of the player's own cartridge;
// `cartridge` names a bundled cartridge. `play`, `state` and `image` are packed (see link.rs).

const encoder = new TextEncoder();

// Adds the cartridge in the console to the fields of a link.
async function addCartridge(console, fields) {
    const { bundled, name } = console.report;
    if (bundled) {
        fields.set("cartridge", bundled);
    } else {
        fields.set("image", await console.packLink(await console.image()));
        fields.set("name", name);
    }
}

// Returns a link. `kind` is `play`, `state`, `position` or `cartridge`.
export async function linkTo(console, kind) {
    const fields = new URLSearchParams();
    await addCartridge(console, fields);
    if (kind === "play") {
        fields.set("play", await console.packLink(encoder.encode(await console.script())));
    } else if (kind === "state") {
        fields.set("state", await console.packLink(await console.save()));
    } else if (kind === "position") {
        fields.set("fen", console.report.checkers.fen);
    }
    const address = new URL(location.href);
    address.hash = fields;
    return address.href;
}

// Opens the contents of a link, and returns their kind. Returns null if `hash` has none of the
// known fields.
export async function openLink(console, hash, seconds) {
    const fields = new URLSearchParams(hash.replace(/^#/, ""));
    const known = ["cartridge", "image", "play", "state", "fen"].some((name) => fields.has(name));
    if (!known) {
        return null;
    }
    if (fields.has("image")) {
        const image = await console.unpackLink(fields.get("image"));
        await console.open(fields.get("name") || "shared.bin", image);
    } else {
        await console.openBundled(fields.get("cartridge") || "video-checkers");
    }
    if (fields.has("play")) {
        const script = new TextDecoder().decode(await console.unpackLink(fields.get("play")));
        await console.watch(script, seconds);
        return "play";
    }
    if (fields.has("state")) {
        await console.load(await console.unpackLink(fields.get("state")));
        return "state";
    }
    if (fields.has("fen")) {
        await console.setUp(fields.get("fen"));
        return "position";
    }
    return "cartridge";
}
