// Help for the word at the cursor: shows its meaning below the source, jumps to its definition
// (Ctrl+Enter), and offers completions (Ctrl+Space).

import { texts } from "./texts.js";

const EXPLAIN_DELAY_MS = 250;
const TAB_WIDTH = 8;
const ENTER = ["Enter", "NumpadEnter"];

export class Assist {
    // `ask(question, ...args)` sends a question to the assembler's worker and returns a promise of
    // the answer. `show(file, line, column)` moves the cursor to that place. `moved()` is called
    // shortly after the cursor has been moved.
    constructor({ source, about, list, ask, show, file, moved }) {
        Object.assign(this, { source, about, list, ask, show, file, moved });
        this.timer = 0;
        // Number of questions of each kind so far. Only the answer to the latest question is used.
        this.questionCounts = { about: 0, words: 0 };
        this.start = 0;
        this.selectedIndex = 0;
        this.words = [];
        this.scroll = "";
        // Some browsers do not send `selectionchange` when the cursor moves in a text area.
        for (const kind of ["selectionchange", "keyup", "pointerup", "focusin"]) {
            document.addEventListener(kind, () => this.explainLater());
        }
        source.addEventListener("input", () => this.isOpen && this.offerWords());
        source.addEventListener("keydown", (event) => this.handleKey(event));
        source.addEventListener("blur", () => this.close());
        source.addEventListener("scroll", () => this.closeIfScrolled());
        // Accept on `pointerdown`, before a click would take the focus away from the source.
        list.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            const row = event.target.closest("li");
            if (row) {
                this.selectedIndex = [...list.children].indexOf(row);
                this.accept();
            }
        });
    }

    get isOpen() {
        return !this.list.hidden;
    }

    // Closes the list if the source has been scrolled since the list was opened. Compares the
    // scroll positions, because a late event may belong to a scroll before the list was opened.
    closeIfScrolled() {
        if (this.isOpen && scrollOf(this.source) !== this.scroll) {
            this.close();
        }
    }

    // Returns the cursor's line and column, counted from 0.
    cursor() {
        const before = this.source.value.slice(0, this.source.selectionStart);
        const start = before.lastIndexOf("\n") + 1;
        return [before.split("\n").length - 1, before.length - start];
    }

    explainLater() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.explain(), EXPLAIN_DELAY_MS);
    }

    async explain() {
        if (document.activeElement !== this.source) {
            return;
        }
        this.moved();
        this.questionCounts.about += 1;
        const question = this.questionCounts.about;
        const text = await this.ask("about", this.file(), ...this.cursor());
        if (question === this.questionCounts.about) {
            this.about.replaceChildren(...paragraphs(text ?? ""));
        }
    }

    async define() {
        const target = await this.ask("definition", this.file(), ...this.cursor());
        if (target) {
            this.show(target.file, target.line + 1, target.column);
        }
        return target ? "" : texts.noDefinition;
    }

    handleKey(event) {
        if (event.ctrlKey && ENTER.includes(event.code)) {
            event.preventDefault();
            this.define();
        } else if (event.ctrlKey && event.code === "Space") {
            event.preventDefault();
            this.offerWords();
        } else if (this.isOpen) {
            this.handleListKey(event);
        }
    }

    // Handles a key while the list of completions is open.
    handleListKey(event) {
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
        const step = steps[event.code];
        if (step) {
            const last = this.words.length - 1;
            this.select(Math.max(0, Math.min(last, this.selectedIndex + step)));
        } else if ([...ENTER, "Tab"].includes(event.code)) {
            this.accept();
        } else if (event.code === "Escape") {
            this.close();
        } else {
            return;
        }
        event.preventDefault();
        event.stopImmediatePropagation();
    }

    async offerWords() {
        this.questionCounts.words += 1;
        const question = this.questionCounts.words;
        const [line, column] = this.cursor();
        const before = this.source.value;
        const file = this.file();
        const found = await this.ask("words", file, line, column, before.split("\n")[line]);
        const isOld =
            question !== this.questionCounts.words ||
            file !== this.file() ||
            before !== this.source.value;
        if (isOld || String(this.cursor()) !== String([line, column])) {
            return;
        }
        this.words = found?.words ?? [];
        if (this.words.length === 0) {
            this.close();
            return;
        }
        this.start = this.source.selectionStart - (column - found.start);
        this.list.replaceChildren(...this.words.map(row));
        this.list.hidden = false;
        this.source.setAttribute("aria-controls", this.list.id);
        this.placeList(line, found.start);
        this.select(0);
    }

    // Moves the list to a place below the word, or above the word if there is no room below.
    placeList(line, column) {
        const { source, list } = this;
        const style = getComputedStyle(source);
        const height = parseFloat(style.lineHeight);
        const text = source.value.split("\n")[line].slice(0, column);
        const x = parseFloat(style.paddingLeft) + columns(text) * letterWidth(style);
        const y = parseFloat(style.paddingTop) + line * height;
        // If the word is out of view, scroll to it first.
        source.scrollLeft = scrolledIntoView(x, 0, source.scrollLeft, source.clientWidth);
        source.scrollTop = scrolledIntoView(y, height, source.scrollTop, source.clientHeight);
        this.scroll = scrollOf(source);
        const top = y + height - source.scrollTop;
        const lacksRoomBelow = top + list.offsetHeight > source.clientHeight;
        const maxLeft = source.clientWidth - list.offsetWidth;
        const above = top - height - list.offsetHeight;
        const left = Math.max(0, Math.min(x - source.scrollLeft, maxLeft));
        list.style.left = `${source.offsetLeft + left}px`;
        list.style.top = `${source.offsetTop + Math.max(0, lacksRoomBelow ? above : top)}px`;
    }

    select(index) {
        this.selectedIndex = index;
        [...this.list.children].forEach((item, at) => {
            item.setAttribute("aria-selected", String(at === index));
        });
        const row = this.list.children[index];
        row.scrollIntoView({ block: "nearest" });
        this.source.setAttribute("aria-activedescendant", row.id);
    }

    accept() {
        const { source } = this;
        source.setRangeText(
            this.words[this.selectedIndex].label,
            this.start,
            source.selectionStart,
            "end",
        );
        this.close();
        source.dispatchEvent(new Event("input"));
    }

    close() {
        this.list.hidden = true;
        this.source.removeAttribute("aria-controls");
        this.source.removeAttribute("aria-activedescendant");
    }
}

// Returns the current scroll position if a range is already visible; otherwise, returns a scroll
// position that makes it visible.
function scrolledIntoView(at, size, scroll, room) {
    return at < scroll || at + size > scroll + room ? Math.max(0, at - room / 3) : scroll;
}

function scrollOf({ scrollLeft, scrollTop }) {
    return `${scrollLeft} ${scrollTop}`;
}

function row({ label, detail }, index) {
    const item = document.createElement("li");
    item.id = `word-${index}`;
    item.setAttribute("role", "option");
    const about = document.createElement("small");
    about.textContent = detail;
    item.append(label, " ", about);
    return item;
}

// Converts a Markdown text to elements, one for each paragraph. A paragraph is either a code block
// or plain text, whose markup is removed.
function paragraphs(text) {
    return text
        .split(/\n\n+/)
        .filter(Boolean)
        .map((part) => {
            const code = /^```\w*\n([^]*?)\n```$/.exec(part);
            const element = document.createElement(code ? "pre" : "p");
            element.textContent = code ? code[1] : part.replace(/\*\*|`/g, "");
            return element;
        });
}

// Returns the width of a string in columns, where tabs advance to the next tab stop.
function columns(text) {
    let column = 0;
    for (const character of text) {
        column += character === "\t" ? TAB_WIDTH - (column % TAB_WIDTH) : 1;
    }
    return column;
}

function letterWidth(style) {
    const context = document.createElement("canvas").getContext("2d");
    context.font = style.font;
    return context.measureText("0").width;
}
