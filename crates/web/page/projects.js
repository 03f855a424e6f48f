// Projects in the editor: the sources of the bundled cartridges, and a small first program. The
// user's changes are stored in the browser.

import { get, put, remove } from "./store.js";

const FIRST_PROGRAM = `; A first program: stripes that scroll, faster while fire is held.
        processor 6502
        include "hardware.asm"

        SEG.U ram
        ORG $80
color   ds 1

        SEG code
        ORG $F000
Start   sei
        cld
        ldx #$FF
        txs

Frame   lda #2
        sta VSYNC
        sta WSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta VSYNC

        inc color           ; the first color of this frame
        bit INPT4           ; bit 7 is 0 while fire is held
        bmi .slow
        inc color
        inc color
.slow   ldx #37
.blank  sta WSYNC
        dex
        bne .blank
        stx VBLANK

        lda color
        ldx #192
.line   sta WSYNC
        sta COLUBK
        clc
        adc #1
        dex
        bne .line

        lda #2
        sta VBLANK
        ldx #30
.rest   sta WSYNC
        dex
        bne .rest
        jmp Frame

        ORG $FFFC
        .word Start
        .word Start
`;

// The project `shared` contains the sources from a link.
export const PROJECTS = [
    { name: "own", main: "own/main.asm" },
    { name: "video-checkers", main: "video-checkers/main.asm" },
    { name: "triktrak", main: "triktrak/main.asm" },
    { name: "shared", main: "shared/main.asm" },
];

export const isShared = async () => Boolean(await get("sources", "shared").catch(() => null));

const sourceUrl = (path) => new URL(`./sources/${path}`, import.meta.url);

async function originalSources(project) {
    const files = await (await fetch(sourceUrl("index.json"))).json();
    const wanted = files.filter(
        (file) => file.startsWith("include/") || file.startsWith(`${project.name}/`),
    );
    const contents = await Promise.all(
        wanted.map(async (file) => [file, await (await fetch(sourceUrl(file))).text()]),
    );
    const sources = Object.fromEntries(contents);
    if (project.name === "own") {
        sources["own/main.asm"] = FIRST_PROGRAM;
    }
    return sources;
}

// Returns all sources of a project by path, the sources that the user has changed, and the path
// of the main file.
export async function openSources(project) {
    const stored = await get("sources", project.name).catch(() => null);
    const changed = stored?.files ?? {};
    const main = stored?.main ?? project.main;
    return { sources: { ...(await originalSources(project)), ...changed }, changed, main };
}

export function saveChanges(project, files) {
    return put("sources", { key: project.name, main: project.main, files });
}

export function deleteChanges(project) {
    return remove("sources", project.name);
}
