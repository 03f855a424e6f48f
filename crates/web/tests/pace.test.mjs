// node --test crates/web/tests/pace.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";
import { Pace } from "../page/pace.js";

const NTSC = 1 / 59.92;
const PAL = 1 / 49.86;

// Simulates a display with this refresh rate for a number of seconds. Returns the number of console
// frames shown, and the speed of the game at the end (1 is the console's speed).
function simulateDisplay(period, rate, seconds, jitter = () => 0) {
    const pace = new Pace();
    let frames = 0;
    for (let picture = 0; picture < seconds * rate; picture += 1) {
        frames += pace.due((picture * 1000) / rate + jitter(picture), period);
    }
    return { frames, factor: pace.factor };
}

test("a display whose rate is close to the console's shows each frame once", () => {
    const { frames, factor } = simulateDisplay(NTSC, 60, 100);
    assert.ok(Math.abs(frames - 6000) <= 1, frames);
    assert.ok(Math.abs(factor - 60 / 59.92) < 1e-6, factor);
});

test("a display at two or four times the console's rate shows each frame equally often", () => {
    for (const times of [2, 4]) {
        const { frames } = simulateDisplay(NTSC, 60 * times, 100);
        assert.ok(Math.abs(frames - 6000) <= 10, frames);
    }
});

test("on other displays, the game runs at the console's own pace", () => {
    for (const [period, rate, expected] of [
        [NTSC, 144, 5992],
        [PAL, 60, 4986],
        [NTSC, 75, 5992],
        [PAL, 144, 4986],
    ]) {
        const { frames, factor } = simulateDisplay(period, rate, 100);
        assert.ok(Math.abs(frames - expected) <= 10, `${frames} of ${expected}`);
        assert.equal(factor, 1);
    }
});

test("uneven time stamps do not change the pace", () => {
    const { frames } = simulateDisplay(NTSC, 60, 100, (picture) => ((picture * 7919) % 5) - 2);
    assert.ok(Math.abs(frames - 6000) <= 12, frames);
});

test("the game catches up after missed pictures, but not after a long sleep", () => {
    const pace = new Pace();
    for (let picture = 0; picture < 60; picture += 1) {
        pace.due((picture * 1000) / 60, NTSC);
    }
    assert.equal(pace.due((62 * 1000) / 60, NTSC), 3);
    assert.equal(pace.due(60_000, NTSC), 4);
    assert.ok(pace.due(60_000 + 1000 / 60, NTSC) <= 4);
});

test("after a long sleep, frames come at the usual pace", () => {
    const pace = new Pace();
    for (let picture = 0; picture < 60; picture += 1) {
        pace.due((picture * 1000) / 60, NTSC);
    }
    pace.due(60_000, NTSC);
    let frames = 0;
    for (let picture = 1; picture <= 60; picture += 1) {
        frames += pace.due(60_000 + (picture * 1000) / 60, NTSC);
    }
    assert.ok(frames <= 61, frames);
});
