// The keys that operate the console. They are the same as in the desktop program, except that
// browsers reserve F3, F5 to F8, F11, F12 and all keys with Ctrl.

// The controls of keys that are recognized by their position on the keyboard. A control in
// HELD_CODES or HELD_LETTERS is held as long as its key is down; a command runs once per press.
const HELD_CODES = {
    ArrowUp: "p0 up",
    ArrowDown: "p0 down",
    ArrowLeft: "p0 left",
    ArrowRight: "p0 right",
    Numpad8: "p0 up",
    Numpad2: "p0 down",
    Numpad4: "p0 left",
    Numpad6: "p0 right",
    Numpad7: "p0 up left",
    Numpad9: "p0 up right",
    Numpad1: "p0 down left",
    Numpad3: "p0 down right",
    Space: "p0 fire",
    Numpad5: "p0 fire",
    F1: "select",
    F2: "reset",
    Backspace: "rewind",
    Equal: "fast",
};
// The controls of keys that are recognized by their letter, wherever it is on the keyboard.
const HELD_LETTERS = {
    q: "p0 up left",
    e: "p0 up right",
    z: "p0 down left",
    c: "p0 down right",
    x: "p0 second",
    y: "p1 up",
    h: "p1 down",
    g: "p1 left",
    j: "p1 right",
    f: "p1 fire",
    v: "p1 second",
    t: "p1 up left",
    u: "p1 up right",
    b: "p1 down left",
    m: "p1 down right",
};
const COMMAND_LETTERS = {
    p: "pause",
    n: "numbers",
    k: "color",
    l: "left-difficulty",
    r: "right-difficulty",
};
const COMMAND_CODES = { Pause: "pause", F9: "save-state", "Shift+F9": "load-state" };
// The keyboard keys that operate the left and the right keypad controller, if they are plugged in,
// in the order of the keypad's keys: 1 2 3 4 5 6 7 8 9 * 0 #.
const LEFT_KEYPAD = [
    "Numpad7",
    "Numpad8",
    "Numpad9",
    "Numpad4",
    "Numpad5",
    "Numpad6",
    "Numpad1",
    "Numpad2",
    "Numpad3",
    "NumpadDecimal",
    "Numpad0",
    "NumpadEnter",
];
const RIGHT_KEYPAD = [
    "Digit1",
    "Digit2",
    "Digit3",
    "Digit4",
    "Digit5",
    "Digit6",
    "Digit7",
    "Digit8",
    "Digit9",
    "Minus",
    "Digit0",
    "Equal",
];

// Returns what a keyboard event should do: `{ held }` with a control to hold, `{ command }` with a
// command to run, or null.
export function actionFor(event, controllers = []) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
        return event.altKey && event.code === "Enter" ? { command: "full-screen" } : null;
    }
    for (const [player, codes] of [LEFT_KEYPAD, RIGHT_KEYPAD].entries()) {
        const key = codes.indexOf(event.code);
        if (key >= 0 && controllers[player] === "keypad") {
            return { held: `p${player} key ${key}` };
        }
    }
    const letter = event.key.length === 1 ? event.key.toLowerCase() : "";
    const held = HELD_CODES[event.code] ?? HELD_LETTERS[letter];
    if (held && !(event.shiftKey && event.code.startsWith("F"))) {
        return { held };
    }
    const name = event.shiftKey && event.code.startsWith("F") ? `Shift+${event.code}` : event.code;
    const command = COMMAND_LETTERS[letter] ?? COMMAND_CODES[name];
    return command ? { command } : null;
}

// Returns true if the focused element, such as a text field, a list or a button, handles the key
// itself.
export function isHandledByElement(event) {
    const target = event.composedPath()[0];
    if (!(target instanceof Element)) {
        return false;
    }
    if (target.closest("input, textarea, select, [contenteditable], dialog")) {
        return true;
    }
    const widget = target.closest("button, a, summary, [role=grid], [role=switch]");
    return Boolean(widget) && ["Space", "Enter", "NumpadEnter"].includes(event.code);
}
