; CTRLPF bit 0 mirrors the right half of the playfield.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        lda #1
        sta CTRLPF
        lda #$30
        sta PF0
        lda #$E1
        sta PF1
        lda #$17
        sta PF2
        rts

Body    SUBROUTINE
        LINES 8
        rts

        VECTORS
