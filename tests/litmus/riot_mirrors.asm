; INTIM can be read at every address with A9, A7 and A2 high and A12 and A0 low. This program reads
; it at $284, $286, $29C, $2EC and $0F84.

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
