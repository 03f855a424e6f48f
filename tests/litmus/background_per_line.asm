; COLUBK written in HBLANK colors the whole line: all 128 color numbers, one a line. Bit 0 is
; ignored.

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
        ldx #128
.line   sta WSYNC
        txa
        asl
        ora #1
        sta COLUBK
        dex
        bne .line
        sta WSYNC
        lda #0
        sta COLUBK
        rts

        VECTORS
