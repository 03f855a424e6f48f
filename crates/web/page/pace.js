// Computes how many frames of the console are due at a refresh of the display.

// If the display's rate differs from a multiple of the console's rate by less than this fraction,
// every frame is shown for the same number of refreshes. The game and its sound then run up to this
// fraction faster or slower than on a real console.
const RATE_TOLERANCE = 0.02;
// Maximum number of frames to run per refresh. If more frames are due, the computer was asleep or
// too busy; the excess frames are dropped.
const MAX_FRAMES = 4;
// Number of recent refreshes whose median interval is taken as the display's refresh interval.
const MEASURED_REFRESHES = 48;

export class Pace {
    constructor() {
        this.reset();
    }

    reset() {
        this.last = null;
        this.framesOwed = 0;
        this.deltas = this.deltas ?? [];
        this.factor = 1;
    }

    // Returns the number of frames that are due at a refresh of the display. `now` is the time of
    // the refresh in milliseconds, and `period` is the duration of a frame on the console in
    // seconds.
    due(now, period) {
        const frameMs = period * 1000;
        const delta = this.last === null ? frameMs : now - this.last;
        this.last = now;
        if (delta <= 0) {
            return 0;
        }
        this.deltas.push(delta);
        if (this.deltas.length > MEASURED_REFRESHES) {
            this.deltas.shift();
        }
        const displayMs = median(this.deltas);
        // The number of refreshes for which a frame should be shown.
        const refreshes = Math.max(1, Math.round(frameMs / displayMs));
        const isLocked =
            this.deltas.length >= 8 &&
            Math.abs((refreshes * displayMs) / frameMs - 1) < RATE_TOLERANCE;
        // The speed of the game relative to a real console.
        this.factor = isLocked ? frameMs / (refreshes * displayMs) : 1;
        this.framesOwed += isLocked
            ? Math.max(1, Math.round(delta / displayMs)) / refreshes
            : delta / frameMs;
        const frames = Math.floor(this.framesOwed + 1e-6);
        this.framesOwed -= frames;
        return Math.min(frames, MAX_FRAMES);
    }
}

function median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted[sorted.length >> 1];
}
