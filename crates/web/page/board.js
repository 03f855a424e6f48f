// The checkers board as a table of squares, for screen readers and the keyboard. The arrow keys
// move between squares, and Enter chooses a square.

import { texts } from "./texts.js";

const PIECES = {
    b: ["black", "man"],
    B: ["black", "king"],
    w: ["white", "man"],
    W: ["white", "king"],
};

export class Board {
    // `choose` is called with the number of the chosen square.
    constructor(table, status, choose) {
        this.table = table;
        this.status = status;
        this.cells = new Map();
        this.grid = [];
        this.bottom = null;
        this.announced = "";
        this.choose = choose;
        table.addEventListener("keydown", (event) => this.handleKey(event));
        table.addEventListener("click", (event) => {
            const cell = event.target.closest("td[data-number]");
            if (cell) {
                this.focus(cell);
                choose(Number(cell.dataset.number));
            }
        });
    }

    // Shows the game that a report describes. `color` is true if the TV type switch is set to
    // color.
    show(game, color) {
        if (this.bottom !== game.bottom) {
            this.build(game.bottom);
        }
        const names = color ? texts.sides : texts.grays;
        for (const [number, cell] of this.cells) {
            const letter = game.board[number - 1];
            const [side, kind] = PIECES[letter] ?? [];
            const piece = side ? `${names[side]} ${texts.pieces[kind]}` : texts.pieces["."];
            const isMovable = game.movable.includes(number);
            const label = texts.square(number, piece, isMovable);
            if (cell.getAttribute("aria-label") !== label) {
                cell.setAttribute("aria-label", label);
                cell.dataset.piece = side ? `${side} ${kind}` : "";
                cell.toggleAttribute("data-movable", isMovable);
                cell.textContent = side ? (kind === "king" ? "♛" : "●") : number;
            }
        }
        this.announce(game, names);
    }

    announce(game, names) {
        const turn = texts.turns[game.turn](names[game.side], game.result);
        const last = game.moves.at(-1);
        const words = last ? `${turn}. ${texts.moved(last)}` : turn;
        if (words !== this.announced) {
            this.announced = words;
            this.status.textContent = words;
        }
    }

    build(bottom) {
        this.bottom = bottom;
        this.cells.clear();
        this.grid = [];
        const rows = [...Array(8).keys()].map((rank) => {
            const row = document.createElement("tr");
            row.setAttribute("role", "row");
            this.grid.push([...Array(8).keys()].map((file) => this.createCell(row, rank, file)));
            return row;
        });
        this.table.replaceChildren(...rows);
        this.cells.get(1).tabIndex = 0;
    }

    // Creates the table cell of a square. Squares are numbered from black's side: if black is at
    // the bottom, square 1 is the rightmost dark square of the bottom row.
    createCell(row, rank, file) {
        const cell = document.createElement("td");
        cell.setAttribute("role", "gridcell");
        const [line, column] = this.bottom === "black" ? [7 - rank, 7 - file] : [rank, file];
        if ((line + column) % 2 === 1) {
            const number = line * 4 + (column >> 1) + 1;
            cell.dataset.number = number;
            cell.tabIndex = -1;
            this.cells.set(number, cell);
        } else {
            cell.setAttribute("aria-label", texts.lightSquare);
        }
        row.append(cell);
        return cell;
    }

    handleKey(event) {
        const steps = {
            ArrowUp: [-1, 0],
            ArrowDown: [1, 0],
            ArrowLeft: [0, -1],
            ArrowRight: [0, 1],
        };
        const step = steps[event.code];
        const cell = event.target.closest("td[data-number]");
        if (cell && ["Enter", "NumpadEnter", "Space"].includes(event.code)) {
            event.preventDefault();
            event.stopPropagation();
            this.choose(Number(cell.dataset.number));
        } else if (cell && step) {
            event.preventDefault();
            event.stopPropagation();
            this.moveFocus(cell, step);
        }
    }

    // Moves the focus to the next dark square in a direction. To the left or right, this is two
    // squares away in the same row; up or down, it is a diagonally adjacent square in the next row.
    moveFocus(cell, [down, right]) {
        const rank = this.grid.findIndex((row) => row.includes(cell));
        const file = this.grid[rank].indexOf(cell);
        const candidates = down
            ? [
                  [rank + down, file + 1],
                  [rank + down, file - 1],
              ]
            : [[rank, file + 2 * right]];
        const next = candidates
            .map(([r, f]) => this.grid[r]?.[f])
            .find((candidate) => candidate?.dataset.number);
        if (next) {
            this.focus(next);
        }
    }

    focus(cell) {
        this.cells.forEach((other) => {
            other.tabIndex = -1;
        });
        cell.tabIndex = 0;
        cell.focus();
    }
}
