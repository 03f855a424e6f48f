// A joystick and a fire button for touch screens.

import { texts } from "./texts.js";

// The radius of the area that counts as the stick's center, as a fraction of the stick's radius.
const CENTER_RADIUS = 0.28;

export class TouchPad {
    // `console` has press(source, control) and release(source).
    constructor(console) {
        this.console = console;
        this.held = "";
        this.element = document.createElement("div");
        this.element.className = "touch";
        this.stick = document.createElement("div");
        this.stick.className = "stick";
        this.stick.setAttribute("aria-hidden", "true");
        this.knob = document.createElement("div");
        this.knob.className = "knob";
        this.stick.append(this.knob);
        this.fire = document.createElement("button");
        this.fire.className = "fire";
        this.fire.type = "button";
        this.fire.textContent = texts.fire;
        this.element.append(this.stick, this.fire);
        this.listen();
    }

    listen() {
        const { stick, fire } = this;
        stick.addEventListener("pointerdown", (event) => {
            stick.setPointerCapture(event.pointerId);
            this.move(event);
        });
        stick.addEventListener("pointermove", (event) => {
            if (stick.hasPointerCapture(event.pointerId)) {
                this.move(event);
            }
        });
        for (const eventName of ["pointerup", "pointercancel"]) {
            stick.addEventListener(eventName, () => this.setStick("", 0, 0));
            fire.addEventListener(eventName, () => this.releaseFire());
        }
        fire.addEventListener("pointerdown", (event) => {
            fire.setPointerCapture(event.pointerId);
            fire.dataset.held = "";
            this.console.press("touch fire", "p0 fire");
        });
    }

    move(event) {
        const box = this.stick.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * 2 - 1;
        const y = ((event.clientY - box.top) / box.height) * 2 - 1;
        const length = Math.hypot(x, y);
        if (length < CENTER_RADIUS) {
            this.setStick("", x, y);
            return;
        }
        // A direction is pushed if the stick points less than 67.5 degrees away from it. This makes
        // eight sectors: four with one direction, and four diagonal sectors with two.
        const threshold = length * Math.sin(Math.PI / 8);
        const directions = [
            y < -threshold && "up",
            y > threshold && "down",
            x < -threshold && "left",
            x > threshold && "right",
        ];
        const scale = Math.min(1, 1 / length);
        this.setStick(directions.filter(Boolean).join(" "), x * scale, y * scale);
    }

    setStick(directions, x, y) {
        this.knob.style.setProperty("--x", `${x * 45}%`);
        this.knob.style.setProperty("--y", `${y * 45}%`);
        if (directions === this.held) {
            return;
        }
        this.held = directions;
        this.console.release("touch stick");
        if (directions) {
            this.console.press("touch stick", `p0 ${directions}`);
        }
    }

    releaseFire() {
        delete this.fire.dataset.held;
        this.console.release("touch fire");
    }
}
