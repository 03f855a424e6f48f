; HMCLR in cycle 20, after an HMOVE that moves by 7, starts an endless motion, as in
; motion_starfield (console report: Rabbit Transit).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #2
        sta ENAM0
        rts

Body    SUBROUTINE
        sta WSYNC
        SLEEP 40
        sta RESM0
        lda #$70
        sta HMM0
        sta WSYNC
        sta HMOVE
        SLEEP 15
        sta HMCLR
        LINES 40
        sta WSYNC
        sta HMOVE
        LINES 2
        rts

        VECTORS
