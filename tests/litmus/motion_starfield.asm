; HMxx changes from 7 to 6 while the motion is in progress: the motion latch never clears, and the
; missile moves left by seventeen pixels per line until the next HMOVE (console report: Cosmic Ark).

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
        lda #$60
        sta WSYNC
        sta HMOVE               ; in cycle 2
        SLEEP 15
        sta HMM0                ; in cycle 20
        LINES 40
        lda #0
        sta HMM0
        sta WSYNC
        sta HMOVE
        LINES 2
        rts

        VECTORS
