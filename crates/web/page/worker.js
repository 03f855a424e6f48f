// The emulation: a worker that owns the console, runs it at the display's pace, and sends pictures
// to the page and sound to the audio thread.

import init, {
    Console,
    bundledImage,
    imagesOf,
    packLink,
    runHashes,
    unpackLink,
} from "./wasm/crownhead.js";
import { Pace } from "./pace.js";
import { texts } from "./texts.js";

// Time for emulation in fast mode or while the cartridge thinks; the rest is for the picture.
const FAST_SLICE_MS = 11;
const WIDTH = 160;
// Rows of a scanline on a television set; see screen.rs.
const SET_ROWS = 3;

let machine = null;
// The canvas, and the picture's address in the WebAssembly.
let surface = null;
let context = null;
let memory = null;
let isShown = false;
let sound = null;
let paused = true;
// The clock is the display's, received by the worker or sent by the page.
let hasClock = true;
let nextPicture = 0;
const pace = new Pace();
// Frames that fit into a fast slice; corrected after each.
let fastFrames = 20;
const spent = { milliseconds: 0, frames: 0 };

let begin = null;
const ready = new Promise((resolve) => {
    begin = resolve;
});

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
            throw new Error(texts.noBundled(name));
        }
        calls.open(`${name}.bin`, image);
    },
    imagesOf,
    packLink,
    unpackLink,
    // The session so far, for questions about a pixel; another WebAssembly answers them.
    past() {
        const taken = machine.states();
        const states = [];
        for (let state = taken.next(); state; state = taken.next()) {
            states.push(state);
        }
        taken.free();
        const { firstLine } = machine;
        return { image: machine.image(), script: machine.script(), states, firstLine };
    },
    runHashes(frames) {
        return runHashes("image.bin", machine.image(), frames);
    },
    setPaused(value) {
        paused = value;
        sound?.pause();
        pace.reset();
        if (hasClock) {
            cancelAnimationFrame(nextPicture);
            nextPicture = paused ? 0 : requestAnimationFrame(picture);
        }
    },
    // As it is shown, or not larger than without a television set.
    async picture(isSmall) {
        let shown = surface;
        if (isSmall && surface.width > WIDTH) {
            shown = new OffscreenCanvas(WIDTH, surface.height / SET_ROWS);
            shown.getContext("2d").drawImage(surface, 0, 0, shown.width, shown.height);
        }
        return new FileReaderSync().readAsDataURL(await shown.convertToBlob());
    },
    frames: () => machine.frames,
    spent: () => ({ ...spent, ...sound?.statistics }),
};

onmessage = async ({ data }) => {
    if (data.tick !== undefined) {
        tick(data.tick);
    } else if (data.call) {
        await answer(data);
    } else if (data.sound) {
        sound = new Sound(data.sound, data.rate);
    } else if (data.surface) {
        ({ surface, hasClock } = data);
        // Requested once: Firefox does not give it a second time.
        context = surface.getContext("2d", { alpha: false });
    } else {
        await load(data.module);
    }
};

async function load(module) {
    try {
        ({ memory } = await init({ module_or_path: module }));
        begin();
    } catch (error) {
        postMessage({ refused: error.message });
    }
}

// A call without an id gets no answer; its error is a message.
async function answer({ call, args, id }) {
    await ready;
    try {
        const value = METHODS.has(call) ? machine?.[call](...args) : await calls[call](...args);
        // A paused console shows the change, too.
        const changes = news();
        if (id || changes) {
            postMessage({ id, value, ...changes });
        }
    } catch (error) {
        const text = error.message ?? String(error);
        postMessage(id ? { id, error: text } : { events: [{ kind: "message", text }] });
    }
}

// Handles a refresh of the display, by the worker's own clock.
function picture(now) {
    nextPicture = requestAnimationFrame(picture);
    run(now);
    const changes = news();
    if (changes) {
        postMessage(changes);
    }
}

// Handles a refresh of the display, by the page's clock. Each tick is answered, and the page waits
// for the answer before the next tick, so a busy computer never has a queue of ticks before keys
// and files.
function tick(now) {
    if (!paused) {
        run(now);
    }
    postMessage({ ticked: true, ...news() });
}

// Runs the frames that are due at a time in milliseconds.
function run(now) {
    if (!machine) {
        return;
    }
    const started = performance.now();
    for (let due = pace.due(now, machine.period); due > 0; due -= 1) {
        advance();
    }
    spent.milliseconds += performance.now() - started;
}

function advance() {
    const before = machine.frames;
    const started = performance.now();
    machine.advance(fastFrames, sound?.rate ?? 0, pace.factor * (sound?.correction ?? 1));
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
}

function draw() {
    const { width, height } = machine;
    if (surface.width !== width || surface.height !== height) {
        Object.assign(surface, { width, height });
    }
    const pixels = new Uint8ClampedArray(memory.buffer, machine.pixels(), width * height * 4);
    context.putImageData(new ImageData(pixels, width), 0, 0);
}

// Draws the picture if it has changed. Returns other news for the page, if there are any.
function news() {
    const report = machine?.report();
    const events = machine?.events();
    let shown = false;
    if (machine?.takeChange()) {
        draw();
        shown = !isShown;
        isShown = true;
    }
    return (
        (shown || report || events) && {
            shown,
            report: report && JSON.parse(report),
            events: events && JSON.parse(events),
        }
    );
}

// The audio thread at the other end of a port. It reports the length of its buffer; the correction
// keeps the length at its target, so that sound and picture never drift apart.
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
