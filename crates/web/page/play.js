// The page around the console, with switches, tools and dialogs.

import "./crownhead-console.js";
import { Board } from "./board.js";
import { Files } from "./files.js";
import { linkTo, openLink } from "./links.js";
import { message } from "./message.js";
import { Saver } from "./saver.js";
import { setSetting, setting } from "./store.js";
import { texts } from "./texts.js";

// Length of the part of a shared script that the player sees, in seconds. The part before it is
// skipped.
const REPLAY_SECONDS = 30;
const LONG_LINK_LENGTH = 8000;

const find = (selector) => document.querySelector(selector);
const player = find("#console");
const saver = new Saver(player, message);
const files = new Files(player, message, started);
const board = new Board(find("#board table"), find("#turn"), (number) =>
    player.clickSquare(number),
);
let report = null;
let numbersShown = false;

function started() {
    saver.reset();
    numbersShown = false;
    player.play();
}

// Functions that show the console's report on the page.

player.addEventListener("report", ({ detail }) => {
    report = detail;
    const { switches, checkers } = report;
    const gray = !switches.color;
    showSwitch("color", switches.color, gray ? texts.blackAndWhite : texts.color);
    showSwitch("left", switches.left === "a", switches.left.toUpperCase());
    showSwitch("right", switches.right === "a", switches.right.toUpperCase());
    showPressed("select", switches.select);
    showPressed("reset", switches.reset);
    const name = texts.names[report.bundled] ?? report.name;
    find("#cartridge").textContent = texts.cartridge(
        name,
        report.scheme,
        report.size,
        report.standard,
    );
    document.title = texts.windowTitle(name);
    for (const button of document.querySelectorAll("[data-cartridge]")) {
        button.setAttribute("aria-current", String(button.dataset.cartridge === report.bundled));
    }
    find(".game").hidden = !checkers;
    find(".checkers-tools").hidden = !checkers;
    find("[data-link=position]").hidden = !checkers;
    if (checkers) {
        board.show(checkers, switches.color);
        showMoves(checkers.moves);
    }
    showProgress();
});

function showSwitch(name, on, position) {
    const button = find(`[data-lever=${name}]`);
    button.setAttribute("aria-checked", String(on));
    const label = find(`[data-position=${name}]`);
    if (label.textContent !== position) {
        label.textContent = position;
    }
}

function showPressed(name, down) {
    find(`.spring[data-held=${name}]`).toggleAttribute("data-down", down);
}

function showMoves(moves) {
    const list = find("#moves");
    if (list.dataset.moves === moves.join()) {
        return;
    }
    list.dataset.moves = moves.join();
    const pairs = [];
    for (let at = 0; at < moves.length; at += 2) {
        const row = document.createElement("li");
        row.textContent = moves.slice(at, at + 2).join("  ");
        pairs.push(row);
    }
    list.replaceChildren(...pairs);
}

function showProgress() {
    const indicator = find("#thinking");
    const busy = report.thinking !== null || report.catching_up;
    indicator.hidden = !busy;
    if (busy) {
        indicator.querySelector(".text").textContent = report.catching_up
            ? texts.catchingUp
            : texts.thinking(report.thinking);
    }
}

player.addEventListener("message", ({ detail }) => message(detail));
player.addEventListener("game-moved", () => saver.saveRecord());
player.addEventListener("script-ended", () => message(texts.scriptEnded));
player.addEventListener("hidden", () => saver.saveSession());
player.addEventListener("sound-state", ({ detail }) => {
    find("#sound").textContent = detail === "running" ? texts.soundOn : texts.soundHint;
});
player.addEventListener("command", ({ detail }) => actions[detail]?.());

// Functions that run the commands of buttons and keys, by command name.

const switchCommands = {
    color: ["color bw", "color color"],
    left: ["ldiff a", "ldiff b"],
    right: ["rdiff a", "rdiff b"],
};

function toggle(name) {
    const { color, left, right } = report.switches;
    const isInFirstPosition = { color: !color, left: left === "a", right: right === "a" }[name];
    player.setLever(switchCommands[name][Number(isInFirstPosition)]);
}

const actions = {
    open: () => find("#file").click(),
    help: () => find("dialog#help").showModal(),
    pause() {
        const wasPaused = player.isPaused;
        (wasPaused ? player.play : player.pause).call(player);
        find("[data-action=pause]").setAttribute("aria-pressed", String(!wasPaused));
        if (!wasPaused) {
            saver.saveSession();
            message(texts.paused);
        }
    },
    "save-state": () => saver.saveState().then(() => message(texts.saved)),
    "load-state": () => saver.loadNewest(),
    states: () => saver.showStates().then(() => find("dialog#states").showModal()),
    async shelf() {
        const shelf = find("dialog#shelf");
        await saver.showCartridges(find("#shelf-list"), async (name, image) => {
            shelf.close();
            await files.open(name, image);
        });
        shelf.showModal();
    },
    share: () => find("dialog#share").showModal(),
    look: () => find("dialog#look").showModal(),
    color: () => toggle("color"),
    "left-difficulty": () => toggle("left"),
    "right-difficulty": () => toggle("right"),
    "take-back": () => player.takeBack(),
    numbers() {
        numbersShown = !numbersShown;
        player.setNumbers(numbersShown);
        find("[data-action=numbers]").setAttribute("aria-pressed", String(numbersShown));
    },
    async record() {
        const text = await player.record();
        files.download("game.pdn", text, "text/plain");
    },
    async "save-script"() {
        const stem = (report.bundled ?? report.name)
            .replace(/\.\w+$/, "")
            .split("/")
            .pop();
        files.download(`${stem}.script`, await player.script(), "text/plain");
        message(texts.scriptSaved);
    },
    export: () =>
        saver.export().then((text) => files.download("crownhead.json", text, "application/json")),
    screenshot: () => files.screenshot(),
    power: () => player.powerCycle(),
    "full-screen"() {
        if (document.fullscreenElement) {
            document.exitFullscreen();
        } else {
            find(".set")
                .requestFullscreen?.()
                .catch((error) => message(error.message));
        }
    },
    async proof() {
        const output = find("#proof");
        const [chain, audio] = await player.hashes(600);
        output.textContent = texts.proof(chain, audio);
    },
};

document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const action = button?.dataset.action;
    if (action && !button.dataset.held) {
        Promise.resolve(actions[action]()).catch((error) => message(error.message));
    } else if (button?.dataset.cartridge) {
        files.openBundled(button.dataset.cartridge);
    } else if (button?.dataset.lever) {
        toggle(button.dataset.lever);
    } else if (button?.dataset.link) {
        share(button.dataset.link);
    }
    // After a click on a button, move the focus to the console, so that Space fires instead of
    // pressing the button.
    const isPointerClick = event.detail > 0 && !button?.closest("dialog");
    if (
        button &&
        (isPointerClick || button.dataset.cartridge) &&
        !document.querySelector("dialog[open]")
    ) {
        player.focus({ preventScroll: true });
    }
});

// Buttons that act as long as they are held down with a finger, the mouse or a key.
for (const button of document.querySelectorAll("[data-held]")) {
    const source = `button ${button.dataset.held}`;
    const press = () => player.press(source, button.dataset.held);
    const release = () => player.release(source);
    button.addEventListener("pointerdown", press);
    for (const end of ["pointerup", "pointerleave", "pointercancel", "blur", "keyup"]) {
        button.addEventListener(end, release);
    }
    button.addEventListener("keydown", (event) => {
        if (["Space", "Enter", "NumpadEnter"].includes(event.code) && !event.repeat) {
            press();
        }
    });
}

async function share(kind) {
    try {
        const address = await linkTo(player, kind);
        const box = find("#link");
        box.value = address;
        box.select();
        find("#link-size").textContent =
            address.length > LONG_LINK_LENGTH ? texts.longLink(address.length) : "";
        await navigator.clipboard.writeText(address).then(
            () => message(texts.copied),
            () => message(texts.linkReady),
        );
    } catch (error) {
        message(error.message);
    }
}

// Settings

const look = {
    volume: 80,
    phosphor: 0,
    palette: "auto",
    television: "bitmap",
    scanlines: false,
    calm: false,
    "fast-thinking": true,
    ...setting("look", {}),
};
if (matchMedia("(prefers-reduced-motion: reduce)").matches && !setting("look", null)) {
    look.calm = true;
}

function applyLook() {
    player.setVolume((look.volume / 100) ** 2);
    player.setLook(Number(look.phosphor), look.palette, look.calm, look.television);
    player.setFastThinking(look["fast-thinking"]);
    player.toggleAttribute("scanlines", look.scanlines);
}

for (const name of Object.keys(look)) {
    const input = document.getElementById(name);
    const key = input.type === "checkbox" ? "checked" : "value";
    input[key] = look[name];
    input.addEventListener("input", () => {
        look[name] = input[key];
        setSetting("look", look);
        applyLook();
    });
}

find("#keys").append(
    ...texts.keys.map(([keys, text]) => {
        const row = document.createElement("tr");
        const head = document.createElement("th");
        head.scope = "row";
        head.textContent = keys;
        const cell = document.createElement("td");
        cell.textContent = text;
        row.append(head, cell);
        return row;
    }),
);

// The start of the page: opens the link, the last session, or the bundled game.

async function begin() {
    let errorText = "";
    try {
        const opened = await openLink(player, location.hash, REPLAY_SECONDS);
        if (opened) {
            started();
            return applyLook();
        }
    } catch (error) {
        errorText = error.message;
    }
    const isResumed = await saver.restore();
    if (!isResumed) {
        await player.openBundled("video-checkers");
    }
    started();
    message(errorText || (isResumed ? texts.resumed : ""));
    return applyLook();
}

player.addEventListener("opened", applyLook);
window.addEventListener("hashchange", begin);
files.listen(document, find("#file"), find("#drop"), find("dialog#members"));
begin().catch((error) => player.refusal || message(error.message));

if ("serviceWorker" in navigator && window.isSecureContext) {
    const hadServiceWorker = Boolean(navigator.serviceWorker.controller);
    // Register the service worker only after the first picture is shown, because it fetches all
    // files.
    player.shown.then(() => navigator.serviceWorker.register("./sw.js")).catch(() => {});
    navigator.serviceWorker.addEventListener(
        "controllerchange",
        () => hadServiceWorker && message(texts.updated),
    );
}
