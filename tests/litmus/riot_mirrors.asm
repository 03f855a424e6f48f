; INTIM answers at $284, $286, $28C, $294, $29C and their mirrors with A9 and A7 high, A12 low.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        lda #200
        sta TIM64T
        LINES 2
        lda $284
        sta WSYNC
        sta PF1
        lda $286
        sta WSYNC
        sta PF1
        lda $29C
        sta WSYNC
        sta PF1
        lda $2EC
        sta WSYNC
        sta PF1
        lda $0F84
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        lda #15
        sta T1024T
        rts

        VECTORS
