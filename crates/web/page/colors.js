// Syntax coloring. The text in the textarea is transparent, and the same text is drawn in color
// behind it. Only lines that change are colored again. Because the source is still in a textarea,
// the browser's own keys, undo and accessibility keep working, and the page needs no third-party
// editor.

const MNEMONICS = new Set(
    (
        "adc and asl bcc bcs beq bit bmi bne bpl brk bvc bvs clc cld cli clv cmp cpx cpy dec dex " +
        "dey eor inc inx iny jmp jsr lda ldx ldy lsr nop ora pha php pla plp rol ror rti rts sbc " +
        "sec sed sei sta stx sty tax tay tsx txa txs tya " +
        "anc ane arr asr dcp isb las lax lxa rla rra sax sbx sha shs shx shy slo sre"
    ).split(" "),
);
const DIRECTIVES = new Set(
    (
        "processor include incbin incdir org rorg rend seg dc dv ds byte word long hex align equ " +
        "eqm set setsym mac macro endm mexit if else endif eif ifconst ifnconst repeat repend " +
        "subroutine echo err end list trace"
    ).split(" "),
);
const TOKEN = /(;.*)|("[^"]*"?|'.)|(\$[0-9a-f]+|%[01]+|\b[0-9]+\b)|(\.?[a-z_][\w.]*)/gi;

function tokenKind([, comment, string, number, word], index) {
    if (comment) {
        return "comment";
    }
    if (string || number) {
        return "value";
    }
    const plain = word.toLowerCase().replace(/^\./, "");
    const [first] = plain.split(".");
    if (index > 0 && (DIRECTIVES.has(first) || DIRECTIVES.has(plain))) {
        return "order";
    }
    if (index > 0 && MNEMONICS.has(first)) {
        return "code";
    }
    return index === 0 ? "label" : "";
}

// Splits a line into parts. Each part has text, and each colored part also has a kind.
export function parts(line) {
    const found = [];
    let end = 0;
    for (const match of line.matchAll(TOKEN)) {
        const kind = tokenKind(match, match.index);
        if (kind) {
            found.push({ text: line.slice(end, match.index) }, { text: match[0], kind });
            end = match.index + match[0].length;
        }
    }
    found.push({ text: line.slice(end) });
    return found.filter(({ text }) => text);
}

function coloredLine(line) {
    const element = document.createElement("div");
    element.append(
        ...parts(line).map(({ text, kind }) => {
            if (!kind) {
                return text;
            }
            const part = document.createElement("span");
            part.className = kind;
            part.textContent = text;
            return part;
        }),
    );
    return element;
}

export class Colors {
    // `source` is the textarea; the colored lines go into `backdrop`, the element behind it.
    constructor(source, backdrop) {
        this.source = source;
        this.backdrop = backdrop;
        this.lines = [];
        source.addEventListener("scroll", () => this.followScroll());
    }

    // Updates the colored lines after a change to the source text.
    draw() {
        const [old, now] = [this.lines, this.source.value.split("\n")];
        // Number of unchanged lines at the start and at the end.
        let start = 0;
        while (start < old.length && start < now.length && old[start] === now[start]) {
            start += 1;
        }
        const max = Math.min(old.length, now.length) - start;
        let end = 0;
        while (end < max && old.at(-1 - end) === now.at(-1 - end)) {
            end += 1;
        }
        const next = this.backdrop.children[old.length - end] ?? null;
        const removed = [...this.backdrop.children].slice(start, old.length - end);
        removed.forEach((line) => line.remove());
        const fresh = document.createDocumentFragment();
        fresh.append(...now.slice(start, now.length - end).map(coloredLine));
        this.backdrop.insertBefore(fresh, next);
        this.lines = now;
        this.followScroll();
    }

    followScroll() {
        this.backdrop.scrollTop = this.source.scrollTop;
        this.backdrop.scrollLeft = this.source.scrollLeft;
    }
}
