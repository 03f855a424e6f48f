// Shows the shape at the cursor as a picture. A shape is a group of consecutive lines with one
// binary number each. When the user draws in the picture with the mouse, the digits of these
// numbers change.

const CELL_SIZE = 16;
const BITS = 8;

export class Shape {
    // `ask(question, ...args)` returns a promise of the answer.
    constructor({ source, picture, ask }) {
        Object.assign(this, { source, picture, ask });
        this.lastRequest = 0;
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
    async showAtCursor() {
        this.lastRequest += 1;
        const thisRequest = this.lastRequest;
        const text = this.source.value;
        const shapes = await this.ask("shapes", text);
        if (thisRequest !== this.lastRequest || text !== this.source.value) {
            return;
        }
        const before = text.slice(0, this.source.selectionStart).split("\n");
        const line = before.length - 1;
        const shape = shapes.find((rows) => rows[0].line <= line && line <= rows.at(-1).line) ?? [];
        const lines = text.split("\n");
        const lineOffset = (index) =>
            lines.slice(0, index).reduce((sum, previous) => sum + previous.length + 1, 0);
        this.rows = shape.map((row) => lineOffset(row.line) + row.column);
        this.show();
    }

    hide() {
        this.lastRequest += 1;
        this.rows = [];
        this.show();
    }

    show() {
        const { picture, rows } = this;
        picture.hidden = rows.length === 0;
        Object.assign(picture, { width: BITS * CELL_SIZE, height: rows.length * CELL_SIZE });
        const context = picture.getContext("2d");
        rows.forEach((offset, y) => {
            for (let x = 0; x < BITS; x += 1) {
                context.fillStyle = this.source.value[offset + x] === "1" ? "#ffd866" : "#2a2520";
                context.fillRect(x * CELL_SIZE, y * CELL_SIZE, CELL_SIZE - 1, CELL_SIZE - 1);
            }
        });
    }

    // Writes a binary digit at the mouse pointer. A stroke of the mouse inverts the first digit it
    // touches, and sets all other digits it touches to the same value.
    paint(event) {
        const box = this.picture.getBoundingClientRect();
        const cellIndex = (at, origin, size, count) => Math.floor(((at - origin) / size) * count);
        const x = cellIndex(event.clientX, box.left, box.width, BITS);
        const row = this.rows[cellIndex(event.clientY, box.top, box.height, this.rows.length)];
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
