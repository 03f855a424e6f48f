; With the priority bit (CTRLPF bit 2) set, score coloring is ignored (hardware notes).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #6
        sta CTRLPF
        lda #$A5
        sta PF1
        sta PF2
        rts

Body    SUBROUTINE
        LINES 6
        rts

        VECTORS
