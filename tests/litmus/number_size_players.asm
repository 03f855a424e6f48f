; The eight NUSIZx modes of a player: copies at distances of 16, 32 and 64 pixels, and double and
; quadruple sizes, which start one pixel later.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$B5
        sta GRP0
        sta WSYNC
        SLEEP 30
        sta RESP0
        rts

Body    SUBROUTINE
        ldx #0
.mode   stx NUSIZ0
        LINES 3
        inx
        cpx #8
        bne .mode
        lda #0
        sta NUSIZ0
        rts

        VECTORS
