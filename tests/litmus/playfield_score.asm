; Score mode (CTRLPF bit 1): the left half of the playfield has the color of COLUP0, the right half
; that of COLUP1. The ball keeps the color of COLUPF.

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$22
        sta CTRLPF
        lda #$A5
        sta PF1
        sta PF2
        lda #2
        sta ENABL
        sta WSYNC
        SLEEP 40
        sta RESBL
        rts

Body    SUBROUTINE
        LINES 6
        rts

        VECTORS
