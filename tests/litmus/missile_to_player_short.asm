; RESMP0 is on for a few cycles, but not while the player is drawn: the missile stays where it was
; (console report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$F0
        sta GRP0
        lda #2
        sta ENAM0
        sta WSYNC
        SLEEP 30
        sta RESP0
        SLEEP 20
        sta RESM0
        rts

Body    SUBROUTINE
        LINES 2
        ldx #0
        lda #2
        sta WSYNC
        SLEEP 65
        sta RESMP0
        stx RESMP0
        LINES 3
        rts

        VECTORS
