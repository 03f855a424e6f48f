// The element <crownhead-console src="game.bin">: the console in a box of any size.
//
// Attributes: `src` is the address of an image, and `cartridge` is the name of a bundled cartridge.
// With `keyboard="page"`, the element handles keys even while it does not have the focus.
// `scanlines` draws darker lines between the scanlines. `label` is the element's name for screen
// readers.
//
// Events: `report` (its detail describes the session; see report.rs), `message`, `game-moved`,
// `script-ended`, `command` (its detail is the command that a key stands for), `sound-state`.
//
// Methods: see `// Calls` below. A method that returns a value returns a promise.
//
// If the console cannot run, the element shows the reason and what the user can do about it.

import { actionFor, isHandledByElement } from "./keys.js";
import { SVG, markElements } from "./marks.js";
import { Pads } from "./pads.js";
import { TouchPad } from "./touch.js";
import { texts } from "./texts.js";
import { wasm } from "./wasm.js";

const WIDTH = 160;
// True if workers receive the refresh events of the display, as in most browsers. In WebKit,
// workers only have a 15 ms timer.
const WORKERS_GET_REFRESHES = !navigator.vendor.startsWith("Apple");
// The assumed height of the picture, in scanlines, until the first picture arrives.
const ROWS = 228;

export class CrownheadConsole extends HTMLElement {
    #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    #calls = new Map();
    #nextCall = 1;
    // The keys, buttons and fingers that are held. Messages to the worker identify each of them by
    // the number stored here.
    #sources = new Map();
    #nextSource = 1;
    #marks;
    #notice;
    #refusal = "";
    #pads = new Pads(this);
    #report = null;
    #audio = null;
    #paused = true;
    // True while the worker has not answered the last tick yet.
    #ticking = false;
    #shouldPlay = true;
    #resolveShown = null;

    // `shown` is a promise that resolves when the first picture is shown. `shownAt` is the time at
    // which that happened, in milliseconds since the page was opened.
    shownAt = null;
    shown = new Promise((resolve) => {
        this.#resolveShown = resolve;
    });

    constructor() {
        super();
        const root = this.attachShadow({ mode: "open" });
        const style = document.createElement("link");
        style.rel = "stylesheet";
        style.href = new URL("./crownhead-console.css", import.meta.url);
        const canvas = document.createElement("canvas");
        canvas.width = WIDTH;
        canvas.height = ROWS;
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", texts.screen);
        this.#marks = document.createElementNS(SVG, "svg");
        this.#marks.setAttribute("preserveAspectRatio", "none");
        this.#marks.setAttribute("aria-hidden", "true");
        const lines = document.createElement("div");
        lines.className = "lines";
        const screen = document.createElement("div");
        screen.className = "screen";
        screen.append(canvas, lines, this.#marks);
        const stage = document.createElement("div");
        stage.className = "stage";
        stage.append(screen);
        const touch = new TouchPad(this);
        const frame = document.createElement("div");
        frame.className = "frame";
        frame.append(stage, touch.element);
        this.#notice = document.createElement("div");
        this.#notice.className = "notice";
        this.#notice.setAttribute("role", "alert");
        root.append(style, frame, this.#notice);
        this.screenBox = screen;
        this.#worker.onmessage = ({ data }) => this.#receive(data);
        this.#worker.onerror = (event) => this.#refuse(event.message || texts.noWorker);
        // The worker draws directly into the canvas, so that a picture takes no time in the page's
        // thread.
        const surface = canvas.transferControlToOffscreen?.();
        if (!surface) {
            this.#refuse(texts.oldBrowser);
            return;
        }
        this.#worker.postMessage({ surface, getsRefreshes: WORKERS_GET_REFRESHES }, [surface]);
        wasm.then(
            (module) => this.#worker.postMessage({ module }),
            (error) => this.#refuse(error.message),
        );
        this.#listen(screen);
    }

    connectedCallback() {
        if (!this.hasAttribute("tabindex")) {
            this.tabIndex = 0;
        }
        this.setAttribute("role", "application");
        this.setAttribute("aria-label", this.getAttribute("label") ?? texts.consoleLabel);
        this.#setListening(true);
        if (!WORKERS_GET_REFRESHES) {
            requestAnimationFrame(this.#tick);
        }
        const name = this.getAttribute("cartridge");
        const src = this.getAttribute("src");
        if (name) {
            this.openBundled(name).then(() => this.play(), this.#fail);
        } else if (src) {
            this.openAddress(src).then(() => this.play(), this.#fail);
        }
    }

    disconnectedCallback() {
        this.#setListening(false);
        this.pause();
    }

    // Shows the reason why the console cannot run, and what the user can do about it. The text
    // stays as long as the page is open.
    #refuse(reason) {
        const cause = document.createElement("p");
        cause.textContent = texts.cannotRun(reason);
        const help = document.createElement("p");
        help.textContent = texts.cannotRunHelp;
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = texts.reload;
        button.addEventListener("click", () => location.reload());
        this.#notice.replaceChildren(cause, help, button);
        this.#refusal = cause.textContent;
        this.#calls.forEach(({ reject }) => reject(new Error(this.#refusal)));
        this.#calls.clear();
    }

    #setListening(on) {
        const keys = this.getAttribute("keyboard") === "page" ? document : this;
        const method = on ? "addEventListener" : "removeEventListener";
        keys[method]("keydown", this.#keydown);
        keys[method]("keyup", this.#keyup);
        window[method]("blur", this.#releaseAll);
        window[method]("gamepadconnected", this.#pads.start);
        document[method]("visibilitychange", this.#visibility);
        for (const kind of ["pointerdown", "keydown", "touchend"]) {
            document[method](kind, this.#gesture);
        }
    }

    // Events

    #keydown = (event) => {
        if (isHandledByElement(event)) {
            return;
        }
        const action = actionFor(event, this.#report?.controllers);
        if (!action) {
            return;
        }
        event.preventDefault();
        if (action.held) {
            this.press(`key ${event.code}`, action.held);
        } else if (!event.repeat) {
            this.#event("command", action.command);
        }
    };

    #keyup = (event) => this.release(`key ${event.code}`);
    #releaseAll = () => {
        this.#sources.clear();
        this.#tell("releaseAll");
    };

    #visibility = () => {
        if (document.hidden) {
            this.#releaseAll();
            this.#event("hidden");
        }
        this.#updatePaused();
    };

    // Browsers allow sound only after the player has done something.
    #gesture = () => this.startSound();

    #listen(screen) {
        const position = (event) => {
            const box = screen.getBoundingClientRect();
            return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
        };
        screen.addEventListener("pointerdown", (event) => {
            const [x, y] = position(event);
            this.focus({ preventScroll: true });
            if (this.#report?.mouse) {
                screen.setPointerCapture(event.pointerId);
                this.#tell("mouseAt", x - 0.5);
                this.press("pointer", "p0 fire");
            } else if (event.button === 0) {
                this.clickAt(x, y);
            }
        });
        screen.addEventListener("pointerup", () => this.release("pointer"));
        screen.addEventListener("pointercancel", () => this.release("pointer"));
        screen.addEventListener("pointermove", (event) => {
            const [x] = position(event);
            if (this.#report?.mouse) {
                this.#tell("mouseAt", x - 0.5);
            }
            this.#tell("mouseMoved", event.movementX / screen.clientWidth);
        });
    }

    #event(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail }));
    }

    #fail = (error) => this.#event("message", error.message);

    // Pictures

    #tick = (now) => {
        if (!this.isConnected) {
            return;
        }
        if (!this.#paused && !this.#ticking) {
            this.#ticking = true;
            this.#worker.postMessage({ tick: now });
        }
        requestAnimationFrame(this.#tick);
    };

    #receive(data) {
        if (data.ticked) {
            this.#ticking = false;
        }
        if (data.isFirstPicture) {
            this.shownAt ??= performance.now();
            this.#resolveShown();
        }
        if (data.refused) {
            this.#refuse(data.refused);
        }
        if (data.report) {
            this.#report = data.report;
            this.#updateScreen();
            this.#event("report", data.report);
        }
        for (const { kind, text } of data.events ?? []) {
            const message = texts.events[kind];
            this.#event(message ? "message" : kind, message ?? text);
        }
        const call = this.#calls.get(data.id);
        this.#calls.delete(data.id);
        if (data.error === undefined) {
            call?.resolve(data.value);
        } else {
            call?.reject(new Error(data.error));
        }
    }

    #updateScreen() {
        const { aspect, rows, checkers } = this.#report;
        if (rows === 0) {
            return;
        }
        this.screenBox.style.setProperty("--aspect", aspect.toFixed(4));
        this.screenBox.style.setProperty("--rows", rows);
        this.#marks.setAttribute("viewBox", `0 0 ${WIDTH} ${rows}`);
        this.#marks.replaceChildren(...(checkers?.marks ?? []).flatMap(markElements));
    }

    // Calls

    // Sends a call to the worker, without a reply.
    #tell(call, ...args) {
        this.#worker.postMessage({ call, args });
    }

    // Sends a call to the worker. Returns a promise of the reply.
    #send(call, ...args) {
        return new Promise((resolve, reject) => {
            if (this.#refusal) {
                throw new Error(this.#refusal);
            }
            const id = this.#nextCall;
            this.#nextCall += 1;
            this.#calls.set(id, { resolve, reject });
            this.#worker.postMessage({ call, args, id });
        });
    }

    // The reason why the console cannot run, which the element shows; empty if the console can run.
    get refusal() {
        return this.#refusal;
    }
    // The latest report.
    get report() {
        return this.#report;
    }
    // Returns the picture without marks, as a data URL of a PNG image. The image has one pixel per
    // color clock and scanline. If a television set is selected and `isSmall` is false, the image
    // is the picture that the set shows, which is larger.
    picture(isSmall = false) {
        return this.#send("picture", isSmall);
    }
    get isPaused() {
        return !this.#shouldPlay;
    }
    get soundState() {
        return this.#audio?.context.state ?? "none";
    }

    // Opens the contents of a file. If a zip file has several images, `member` is the name of one
    // of them.
    open(name, bytes, member) {
        return this.#send("open", name, bytes, member);
    }
    openBundled(name) {
        return this.#send("openBundled", name);
    }

    async openAddress(address) {
        const answer = await fetch(new URL(address, document.baseURI));
        if (!answer.ok) {
            throw new Error(texts.notFound(address));
        }
        const name = decodeURIComponent(new URL(answer.url).pathname.split("/").pop());
        return this.open(name, new Uint8Array(await answer.arrayBuffer()));
    }

    // Inserts another image. If `state` is given, the game continues from this state.
    insert(name, bytes, state) {
        return this.#send("insert", name, bytes, state);
    }
    imagesOf(name, bytes) {
        return this.#send("imagesOf", name, bytes);
    }
    image() {
        return this.#send("image");
    }
    // Returns the session since power-on: the image, the input as a script, the latest states, and
    // the number of the scanline at the top of the picture.
    past() {
        return this.#send("past");
    }
    save() {
        return this.#send("save");
    }
    load(state) {
        return this.#send("load", state);
    }
    script() {
        return this.#send("script");
    }
    watch(text, seconds = Infinity) {
        return this.#send("watch", text, seconds === Infinity ? 1e9 : seconds);
    }
    record() {
        return this.#send("record");
    }
    setUp(fen) {
        return this.#send("setUp", fen);
    }
    takeBack() {
        this.#tell("takeBack");
    }
    setNumbers(on) {
        this.#tell("setNumbers", on);
    }
    setFastThinking(on) {
        this.#tell("setFastThinking", on);
    }
    setLever(name) {
        this.#tell("setLever", name);
    }
    setLook(phosphor, palette, reduceFlashing, television) {
        this.#tell("setLook", phosphor, palette, reduceFlashing, television);
        this.toggleAttribute("set", television !== "bitmap");
    }
    setVolume(volume) {
        this.#tell("setVolume", volume);
    }
    powerCycle() {
        this.#tell("powerCycle");
    }
    packLink(bytes) {
        return this.#send("packLink", bytes);
    }
    unpackLink(text) {
        return this.#send("unpackLink", text);
    }
    stickAt(player, axis) {
        this.#tell("stickAt", player, axis);
    }
    frames() {
        return this.#send("frames");
    }
    // Runs the image for a number of frames without input. Returns the running hash over all
    // frames, and the hash of the sound.
    hashes(frames) {
        return this.#send("runHashes", frames);
    }
    // Returns the time that the emulation has taken so far in milliseconds, the number of frames,
    // and statistics about the sound.
    spent() {
        return this.#send("spent");
    }

    // Clicks at a point in the picture. The coordinates are from 0 to 1.
    clickAt(x, y) {
        const rows = this.#report?.rows ?? 0;
        this.#tell("click", Math.floor(x * WIDTH), Math.floor(y * rows));
    }

    // Clicks in the middle of a square of the checkers board.
    clickSquare(number) {
        const square = this.#report?.checkers?.squares.find((one) => one.number === number);
        if (square) {
            this.#tell("click", square.x + (square.width >> 1), square.y + (square.height >> 1));
        }
    }

    // Presses a control for a source, such as a key, and holds it until `release(source)`. `source`
    // is a string or a number.
    press(source, control) {
        if (!this.#sources.has(source)) {
            this.#sources.set(source, this.#nextSource);
            this.#tell("press", this.#nextSource, control);
            this.#nextSource += 1;
        }
    }

    release(source) {
        if (this.#sources.has(source)) {
            this.#tell("release", this.#sources.get(source));
            this.#sources.delete(source);
        }
    }

    play() {
        this.#shouldPlay = true;
        this.#updatePaused();
    }
    pause() {
        this.#shouldPlay = false;
        this.#updatePaused();
    }

    #updatePaused() {
        const paused = !this.#shouldPlay || document.hidden;
        if (paused !== this.#paused) {
            this.#paused = paused;
            this.#tell("setPaused", paused);
            this.toggleAttribute("paused", !this.#shouldPlay);
        }
    }

    // Starts the sound. The first key press or click also calls this.
    async startSound() {
        if (this.#audio) {
            if (this.#audio.context.state === "suspended") {
                await this.#audio.context.resume();
            }
            return;
        }
        try {
            const context = new AudioContext({ latencyHint: "interactive" });
            this.#audio = { context };
            context.onstatechange = () => this.#event("sound-state", context.state);
            await context.audioWorklet.addModule(new URL("./sound-worklet.js", import.meta.url));
            const node = new AudioWorkletNode(context, "crownhead-sound", {
                numberOfInputs: 0,
                outputChannelCount: [2],
            });
            node.connect(context.destination);
            // The worker sends sound directly to the audio thread.
            const { port1, port2 } = new MessageChannel();
            node.port.postMessage({ source: port1 }, [port1]);
            this.#worker.postMessage({ sound: port2, rate: context.sampleRate }, [port2]);
            this.#audio.node = node;
            await context.resume();
            this.#event("sound-state", context.state);
        } catch (error) {
            this.#event("message", texts.noSound(error.message));
        }
    }
}

customElements.define("crownhead-console", CrownheadConsole);
