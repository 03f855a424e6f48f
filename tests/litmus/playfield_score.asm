; Score mode (CTRLPF bit 1): the left half of the playfield has COLUP0, the right half COLUP1;
; the ball keeps COLUPF.

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
