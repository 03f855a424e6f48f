; VBLANK D7 grounds the paddles' capacitors: the pots read 0 while D7 is on (hardware notes).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        lda #$80
        sta VBLANK
        REPEAT 4
        sta WSYNC
        lda INPT0
        ora INPT1
        ora INPT2
        ora INPT3
        and #$80
        sta PF1
        REPEND
        ldx #0
        stx VBLANK
        lda #0
        sta WSYNC
        sta PF1
        rts

        VECTORS
