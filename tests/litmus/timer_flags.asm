; D7 of TIMINT is set when the timer expires, and cleared by a read of INTIM; D5-D0 read 0 (console
; report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        lda #5
        sta TIM8T
        lda TIMINT
        lda TIMINT
        sta WSYNC
        sta PF1
        LINES 2
        lda TIMINT
        sta WSYNC
        sta PF1
        lda INTIM
        lda TIMINT
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        lda #15
        sta T1024T
        rts

        VECTORS
