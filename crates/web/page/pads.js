// Gamepads. Browsers send no events for the buttons of a gamepad, so this code reads the gamepads
// at each refresh of the display.

const DEAD_ZONE = 0.5;
// The numbers of buttons in the standard mapping, and their controls. BUTTONS has the four face
// buttons and the directional pad; SWITCHES has Select and Start.
const BUTTONS = [
    [0, "fire"],
    [2, "fire"],
    [1, "second"],
    [3, "second"],
    [12, "up"],
    [13, "down"],
    [14, "left"],
    [15, "right"],
];
const SWITCHES = [
    [8, "select"],
    [9, "reset"],
];
const AXES = [
    [0, -1, "left"],
    [0, 1, "right"],
    [1, -1, "up"],
    [1, 1, "down"],
];

export class Pads {
    // `console` has press(source, control), release(source) and stickAt(player, axis).
    constructor(console) {
        this.console = console;
        this.held = new Map();
        this.axes = [0, 0];
        this.count = 0;
    }

    // Reads the gamepads until the last one is unplugged.
    start = () => {
        if (this.count === 0) {
            this.poll();
        }
    };

    poll() {
        const pads = [...navigator.getGamepads()].filter((pad) => pad?.connected).slice(0, 2);
        this.count = pads.length;
        if (this.count > 0) {
            requestAnimationFrame(() => this.poll());
        }
        const current = new Map();
        pads.forEach((pad, player) => this.read(pad, player, current));
        for (const source of this.held.keys()) {
            if (!current.has(source)) {
                this.console.release(source);
            }
        }
        for (const [source, control] of current) {
            if (!this.held.has(source)) {
                this.console.press(source, control);
            }
        }
        this.held = current;
    }

    read(pad, player, current) {
        const hold = (number, control) => current.set(1000 + player * 100 + number, control);
        for (const [button, action] of BUTTONS) {
            if (pad.buttons[button]?.pressed) {
                hold(button, `p${player} ${action}`);
            }
        }
        for (const [button, control] of SWITCHES) {
            if (pad.buttons[button]?.pressed) {
                hold(button, control);
            }
        }
        for (const [index, [axis, sign, action]] of AXES.entries()) {
            if ((pad.axes[axis] ?? 0) * sign > DEAD_ZONE) {
                hold(50 + index, `p${player} ${action}`);
            }
        }
        const axis = pad.axes[0] ?? 0;
        if (axis !== this.axes[player] || Math.abs(axis) > 0.05) {
            this.axes[player] = axis;
            this.console.stickAt(player, axis);
        }
    }
}
