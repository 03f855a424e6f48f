// Shows the shape at the cursor as a picture. A shape is a group of consecutive lines with one
// binary number each. When the user draws in the picture with the mouse, the digits of these
// numbers change.

const CELL = 16;
const BITS = 8;

export class Shape {
    // `ask(question, ...args)` returns a promise of the answer.
    constructor({ source, picture, ask }) {
        Object.assign(this, { source, picture, ask });
        this.asked = 0;
        // The index in the source of each row's first digit.
        this.rows = [];
        // The digit that the current stroke of the mouse writes.
        this.ink = null;
        picture.addEventListener("pointerdown", (event) => {
            picture.setPointerCapture(event.pointerId);
            this.paint(event);
        });
        picture.addEventListener("pointermove", (event) => this.ink && this.paint(event));
        for (const end of ["pointerup", "pointercancel"]) {
            picture.addEventListener(end, () => (this.ink = null));
        }
    }

    // Shows the shape at the cursor, if there is one.
    async look() {
        this.asked += 1;
        const asked = this.asked;
        const text = this.source.value;
        const shapes = await this.ask("shapes", text);
        if (asked !== this.asked || text !== this.source.value) {
            return;
        }
        const before = text.slice(0, this.source.selectionStart).split("\n");
        const line = before.length - 1;
        const shape = shapes.find((rows) => rows[0].line <= line && line <= rows.at(-1).line) ?? [];
        const lines = text.split("\n");
        const start = (end) => lines.slice(0, end).reduce((sum, one) => sum + one.length + 1, 0);
        this.rows = shape.map((row) => start(row.line) + row.column);
        this.show();
    }

    hide() {
        this.asked += 1;
        this.rows = [];
        this.show();
    }

    show() {
        const { picture, rows } = this;
        picture.hidden = rows.length === 0;
        Object.assign(picture, { width: BITS * CELL, height: rows.length * CELL });
        const context = picture.getContext("2d");
        rows.forEach((at, y) => {
            for (let x = 0; x < BITS; x += 1) {
                context.fillStyle = this.source.value[at + x] === "1" ? "#ffd866" : "#2a2520";
                context.fillRect(x * CELL, y * CELL, CELL - 1, CELL - 1);
            }
        });
    }

    // Writes a binary digit at the mouse pointer. A stroke of the mouse inverts the first digit it
    // touches, and sets all other digits it touches to the same value.
    paint(event) {
        const box = this.picture.getBoundingClientRect();
        const part = (at, from, size, count) => Math.floor(((at - from) / size) * count);
        const x = part(event.clientX, box.left, box.width, BITS);
        const row = this.rows[part(event.clientY, box.top, box.height, this.rows.length)];
        const digit = this.source.value[row + x];
        // The source may have changed since the shape was last drawn.
        if (x < 0 || x >= BITS || !["0", "1"].includes(digit)) {
            return;
        }
        this.ink ??= digit === "0" ? "1" : "0";
        if (digit !== this.ink) {
            this.source.setRangeText(this.ink, row + x, row + x + 1, "preserve");
            this.source.dispatchEvent(new Event("input"));
            this.show();
        }
    }
}
