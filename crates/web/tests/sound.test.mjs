// node --test crates/web/tests/sound.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";

const RATE = 48000;
const FRAME = RATE / 60;

// Stand-ins for the environment of the browser's audio thread.
globalThis.sampleRate = RATE;
globalThis.AudioWorkletProcessor = class {
    port = {};
};
let Sound;
globalThis.registerProcessor = (_name, processor) => {
    Sound = processor;
};
await import("../page/sound-worklet.js");

// Returns one frame of sound, in which every sample has this value.
const frame = (value) => new Float32Array(FRAME).fill(value);

// Plays a number of blocks of 128 samples, and returns the samples that are heard.
function play(sound, blocks) {
    const heard = [];
    for (let block = 0; block < blocks; block += 1) {
        const left = new Float32Array(128);
        sound.process([], [[left]]);
        heard.push(...left);
    }
    return heard;
}

test("sound begins when four frames are ready, and no sample is lost", () => {
    const sound = new Sound();
    for (let count = 1; count <= 3; count += 1) {
        sound.enqueue(frame(count));
    }
    assert.deepEqual(new Set(play(sound, 1)), new Set([0]));
    sound.enqueue(frame(4));
    const heard = play(sound, (4 * FRAME) / 128);
    for (let count = 1; count <= 4; count += 1) {
        assert.equal(heard.filter((sample) => sample === count).length, FRAME);
    }
});

test("after an under-run, the buffer's target length is one frame longer", () => {
    const sound = new Sound();
    for (let count = 0; count < 4; count += 1) {
        sound.enqueue(frame(1));
    }
    const before = sound.target;
    play(sound, (4 * FRAME) / 128 + 1);
    assert.equal(sound.underRuns, 1);
    assert.equal(sound.target, before + FRAME);
});

test("sound that arrives while the audio thread is stopped does not delay later sound", () => {
    const sound = new Sound();
    for (let count = 1; count <= 40; count += 1) {
        sound.enqueue(frame(count));
        assert.ok(sound.fill <= 10 * FRAME, sound.fill);
    }
    // The newest sample is heard last.
    assert.equal(play(sound, Math.floor(sound.fill / 128)).at(-1), 40);
});
