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

// Time to spend on emulation per refresh of the display in fast mode, or while the cartridge is
// thinking. The rest of the time is left for drawing.
const FAST_SLICE_MS = 11;
const WIDTH = 160;
// Number of pixel rows per scanline in the picture of a television set; see screen.rs.
const SET_ROWS_PER_SCANLINE = 3;

let machine = null;
// The canvas, its drawing context, and the WebAssembly memory, which contains the picture.
let surface = null;
let context = null;
let memory = null;
let hasShownPicture = false;
let sound = null;
let paused = true;
// True if the worker itself gets the display's refresh events; otherwise the page sends them.
let getsRefreshes = true;
let nextPicture = 0;
const pace = new Pace();
// Estimated number of frames that fit into FAST_SLICE_MS. It is updated after each slice of several
// frames.
let fastFrames = 20;
const spent = { milliseconds: 0, frames: 0 };

let resolveReady = null;
const ready = new Promise((resolve) => {
    resolveReady = resolve;
});

function today() {
    const date = new Date();
    const twoDigits = (number) => String(number).padStart(2, "0");
    return `${date.getFullYear()}.${twoDigits(date.getMonth() + 1)}.${twoDigits(date.getDate())}`;
}

// The methods of `Console` that the page may call directly.
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
    // Returns the session since power-on. The editor's WebAssembly module needs it to answer
    // questions about a pixel.
    past() {
        const iterator = machine.states();
        const states = [];
        for (let state = iterator.next(); state; state = iterator.next()) {
            states.push(state);
        }
        iterator.free();
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
        if (getsRefreshes) {
            cancelAnimationFrame(nextPicture);
            nextPicture = paused ? 0 : requestAnimationFrame(refresh);
        }
    },
    // Returns the picture as it is shown or, if `isSmall` is true, with one pixel per color clock
    // and scanline.
    async picture(isSmall) {
        let canvas = surface;
        if (isSmall && surface.width > WIDTH) {
            canvas = new OffscreenCanvas(WIDTH, surface.height / SET_ROWS_PER_SCANLINE);
            canvas.getContext("2d").drawImage(surface, 0, 0, canvas.width, canvas.height);
        }
        return new FileReaderSync().readAsDataURL(await canvas.convertToBlob());
    },
    frames: () => machine.frames,
    spent: () => ({ ...spent, ...sound?.statistics }),
};

onmessage = async ({ data }) => {
    if (data.tick !== undefined) {
        tick(data.tick);
    } else if (data.call) {
        await handleCall(data);
    } else if (data.sound) {
        sound = new Sound(data.sound, data.rate);
    } else if (data.surface) {
        ({ surface, getsRefreshes } = data);
        // Request the context only once, because Firefox does not return it a second time.
        context = surface.getContext("2d", { alpha: false });
    } else {
        await load(data.module);
    }
};

async function load(module) {
    try {
        ({ memory } = await init({ module_or_path: module }));
        resolveReady();
    } catch (error) {
        postMessage({ refused: error.message });
    }
}

// Runs a call from the page. A call without an id gets no reply; its error is shown as a message.
async function handleCall({ call, args, id }) {
    await ready;
    try {
        const value = METHODS.has(call) ? machine?.[call](...args) : await calls[call](...args);
        // Draw now, so that the effect of the call is visible even if the console is paused.
        const changes = drawAndCollect();
        if (id || changes) {
            postMessage({ id, value, ...changes });
        }
    } catch (error) {
        const text = error.message ?? String(error);
        postMessage(id ? { id, error: text } : { events: [{ kind: "message", text }] });
    }
}

// Handles a refresh event that the worker itself receives.
function refresh(now) {
    nextPicture = requestAnimationFrame(refresh);
    run(now);
    const changes = drawAndCollect();
    if (changes) {
        postMessage(changes);
    }
}

// Handles a refresh event that the page sends. The page waits for the worker's reply before it
// sends the next tick. Even on a busy computer, no queue of ticks can build up that would delay
// keys and files.
function tick(now) {
    if (!paused) {
        run(now);
    }
    postMessage({ ticked: true, ...drawAndCollect() });
}

// Runs the frames that are due at the time `now`, in milliseconds.
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
        const frameMs = (performance.now() - started) / ran;
        const frames = Math.round(FAST_SLICE_MS / Math.max(frameMs, 0.002));
        fastFrames = Math.min(5000, Math.max(2, frames));
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

// Draws the picture if it has changed. Returns the new report and the new events, if any.
function drawAndCollect() {
    const report = machine?.report();
    const events = machine?.events();
    let isFirstPicture = false;
    if (machine?.takeChange()) {
        draw();
        isFirstPicture = !hasShownPicture;
        hasShownPicture = true;
    }
    return (
        (isFirstPicture || report || events) && {
            isFirstPicture,
            report: report && JSON.parse(report),
            events: events && JSON.parse(events),
        }
    );
}

// The connection to the audio thread, which reports how full its buffer is. A correction of the
// sample rate keeps the buffer at its target length, so sound and picture never drift apart.
class Sound {
    constructor(port, rate) {
        this.port = port;
        this.rate = rate;
        this.correction = 1;
        this.statistics = { underRuns: 0, fill: 0, target: 0 };
        port.onmessage = ({ data }) => {
            this.statistics = data;
            const error = (data.fill - data.target) / data.target;
            this.correction = 1 + 0.005 * Math.max(-1, Math.min(1, error));
        };
    }

    push(samples) {
        this.port.postMessage(samples, [samples.buffer]);
    }

    pause() {
        this.port.postMessage("pause");
    }
}
