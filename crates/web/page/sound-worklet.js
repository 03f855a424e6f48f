// The audio thread: plays the samples from the emulation, and reports how many samples are left in
// its buffer.

// Initial target for the length of the buffer, in frames. Each under-run raises the target by one
// frame, up to MAX_FRAMES.
const START_FRAMES = 4;
const MAX_FRAMES = 10;
// Maximum number of frames by which the buffer may exceed the target. At most four frames are
// emulated per refresh. A larger excess therefore means that the audio thread was stopped while the
// game kept running. In that case, the oldest samples are dropped.
const MAX_EXCESS_FRAMES = 6;
// Number of audio blocks between two reports.
const REPORT_INTERVAL = 16;
// In silence, each sample is smaller than the previous one by this divisor.
const FADE = 256;

class CrownheadSound extends AudioWorkletProcessor {
    constructor() {
        super();
        this.ring = new Float32Array(32768);
        this.read = 0;
        this.fill = 0;
        this.frameSamples = Math.ceil(sampleRate / 60);
        this.target = START_FRAMES * this.frameSamples;
        this.playing = false;
        this.lastSample = 0;
        this.underRuns = 0;
        this.blocks = 0;
        this.port.onmessage = ({ data }) => {
            const source = data.source;
            source.onmessage = (message) => this.enqueue(message.data);
            this.source = source;
        };
    }

    enqueue(data) {
        if (data === "pause") {
            this.playing = false;
            this.fill = 0;
            return;
        }
        const space = this.ring.length - this.fill;
        const samples = data.length > space ? data.subarray(data.length - space) : data;
        let index = (this.read + this.fill) % this.ring.length;
        for (const sample of samples) {
            this.ring[index] = sample;
            index = index + 1 === this.ring.length ? 0 : index + 1;
        }
        this.fill += samples.length;
        if (this.fill > this.target + MAX_EXCESS_FRAMES * this.frameSamples) {
            this.read = (this.read + this.fill - this.target) % this.ring.length;
            this.fill = this.target;
        }
        this.playing ||= this.fill >= this.target;
    }

    process(_inputs, [[left, right]]) {
        if (this.playing && this.fill < left.length) {
            this.underRuns += 1;
            this.playing = false;
            this.target = Math.min(this.target + this.frameSamples, MAX_FRAMES * this.frameSamples);
        }
        if (this.playing) {
            for (let index = 0; index < left.length; index += 1) {
                left[index] = this.ring[this.read];
                this.read = this.read + 1 === this.ring.length ? 0 : this.read + 1;
            }
            this.fill -= left.length;
            this.lastSample = left[left.length - 1];
        } else {
            // Fade to silence to avoid a click.
            for (let index = 0; index < left.length; index += 1) {
                this.lastSample -= this.lastSample / FADE;
                left[index] = this.lastSample;
            }
        }
        right?.set(left);
        this.blocks += 1;
        if (this.blocks % REPORT_INTERVAL === 0) {
            const { fill, target, underRuns } = this;
            this.source?.postMessage({ fill: this.playing ? fill : target, target, underRuns });
        }
        return true;
    }
}

registerProcessor("crownhead-sound", CrownheadSound);
