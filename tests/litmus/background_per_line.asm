; A color written to COLUBK in HBLANK fills the whole line: one line for each of the 128 color
; numbers. Bit 0 of the value is ignored.

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
