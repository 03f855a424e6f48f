; Counts frames and shows the count as the color of the background.
        .include "vcs.inc"
        .import waitLines
        .exportzp lines

        .zeropage
frames: .res 1
lines:  .res 1
buffer: .res 4

.macro wait count
        lda #count
        jsr waitLines
.endmacro

        .code
start:  sei
        cld
        ldx #$ff
        txs
main:   lda #2
        sta VSYNC
        wait 3
        lda #0
        sta VSYNC
        wait 37
        inc frames
        lda frames
        sta COLUBK
        wait 192
        wait 30
        jmp main

        .rodata
table:  .byte 1, 2, 3, 4, 5, 6, 7, 8, 9, 10

        .segment "VECTORS"
        .word start, start, start
