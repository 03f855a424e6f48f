// The emulation: a worker that owns the console, runs it at the display's pace, and sends pictures
// to the page and sound to the audio thread.

import init, {
    Console,
    bundledImage,
    imagesOf,
    packLink,
    proofOf,
    unpackLink,
} from "./wasm/crownhead.js";
import { Pace } from "./pace.js";

// Time for emulation while the cartridge thinks or time runs fast; the rest is for the picture.
const FAST_SLICE_MS = 11;
const WIDTH = 160;

let machine = null;
let sound = null;
let paused = true;
const pace = new Pace();
// Frames that fit into a fast slice; corrected after each.
let fastFrames = 20;
// Buffers that the page has given back.
const spare = [];
const spent = { milliseconds: 0, frames: 0 };

const ready = init({ module_or_path: new URL("./wasm/crownhead_bg.wasm", import.meta.url) });

function today() {
    const date = new Date();
    const two = (number) => String(number).padStart(2, "0");
    return `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`;
}

// Console methods that the page may call directly.
const METHODS = new Set([
    "press",
    "release",
    "releaseAll",
    "setLever",
    "mouseAt",
    "mouseMoved",
    "stickAt",
    "click",
    "takeBack",
    "setNumbers",
    "setUp",
    "setFastThinking",
    "powerCycle",
    "setVolume",
    "setLook",
    "record",
    "save",
    "load",
    "script",
    "watch",
    "insert",
    "image",
]);

const calls = {
    open(name, bytes, member) {
        const opened = new Console(name, bytes, member ?? undefined, today());
        machine?.free();
        machine = opened;
        pace.reset();
    },
    openBundled(name) {
        const image = bundledImage(name);
        if (image.length === 0) {
            throw new Error(`there is no bundled cartridge named ${name}`);
        }
        calls.open(`${name}.bin`, image);
    },
    imagesOf,
    packLink,
    unpackLink,
    proofOf(frames) {
        return proofOf("proof.bin", machine.image(), frames);
    },
    setPaused(value) {
        paused = value;
        sound?.pause();
        pace.reset();
    },
    frames: () => machine.frames,
    spent: () => ({ ...spent, ...sound?.statistics }),
};

onmessage = async ({ data }) => {
    if (data.buffer) {
        spare.push(data.buffer);
    }
    if (data.tick !== undefined) {
        tick(data.tick);
    } else if (data.sound) {
        sound = new Sound(data.sound, data.rate);
    } else if (data.call) {
        await answer(data);
    }
};

async function answer({ call, args, id }) {
    try {
        await ready;
        const run =
            calls[call] ?? (METHODS.has(call) && machine && ((...all) => machine[call](...all)));
        if (!run) {
            throw new Error(`no call named ${call}`);
        }
        const value = run(...args);
        // A still console shows the change, too.
        if (machine && call !== "spent") {
            tell();
        }
        postMessage({ id, value });
    } catch (error) {
        postMessage({ id, error: error.message ?? String(error) });
    }
}

// Every tick is answered: the page sends no other before, so that a busy computer never has a queue
// of them in front of keys and files.
function tick(now) {
    if (!machine || paused) {
        postMessage({ ticked: true });
        return;
    }
    const started = performance.now();
    let changed = false;
    for (let due = pace.due(now, machine.period); due > 0; due -= 1) {
        changed = advance() || changed;
    }
    tell();
    if (!changed || !show()) {
        postMessage({ ticked: true });
    }
    spent.milliseconds += performance.now() - started;
}

function advance() {
    const before = machine.frames;
    const started = performance.now();
    const changed = machine.advance(
        fastFrames,
        sound?.rate ?? 0,
        pace.factor * (sound?.correction ?? 1),
    );
    const ran = machine.frames - before;
    spent.frames += Math.max(ran, 0);
    if (ran > 1) {
        const each = (performance.now() - started) / ran;
        fastFrames = Math.min(5000, Math.max(2, Math.round(FAST_SLICE_MS / Math.max(each, 0.002))));
    }
    const samples = machine.sound();
    if (sound && samples.length > 0) {
        sound.push(samples);
    } else if (ran > 1) {
        sound?.pause();
    }
    return changed;
}

function show() {
    const height = machine.height;
    const size = WIDTH * height * 4;
    let buffer = spare.pop();
    if (buffer?.byteLength !== size) {
        buffer = new ArrayBuffer(size);
    }
    const fits = machine.picture(new Uint8Array(buffer));
    if (fits) {
        postMessage({ ticked: true, picture: buffer, height }, [buffer]);
    }
    return fits;
}

function tell() {
    const report = machine.report();
    const events = machine.events();
    if (report || events) {
        postMessage({
            report: report && JSON.parse(report),
            events: events ? JSON.parse(events) : [],
        });
    }
}

// The audio thread at the other end of a port. It reports how many samples it still has; the
// correction keeps that number at its target, so that sound and picture never drift apart.
class Sound {
    constructor(port, rate) {
        this.port = port;
        this.rate = rate;
        this.correction = 1;
        this.statistics = { underRuns: 0, fill: 0, target: 0 };
        port.onmessage = ({ data }) => {
            this.statistics = data;
            const off = (data.fill - data.target) / data.target;
            this.correction = 1 + 0.005 * Math.max(-1, Math.min(1, off));
        };
    }

    push(samples) {
        this.port.postMessage(samples, [samples.buffer]);
    }

    pause() {
        this.port.postMessage("pause");
    }
}
