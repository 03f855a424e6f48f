; Two HMOVEs: one late in a line, and another while the pulses of the first are in progress
; (hardware notes: Supercat; netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$FF
        sta GRP0
        sta GRP1
        lda #2
        sta ENAM0
        sta ENAM1
        sta ENABL
        lda #$80
        sta HMP0
        lda #$F0
        sta HMM0
        lda #$30
        sta HMP1
        lda #$70
        sta HMBL
        sta WSYNC
        SLEEP 28
        sta RESP0
        SLEEP 4
        sta RESM0
        SLEEP 4
        sta RESP1
        SLEEP 4
        sta RESM1
        SLEEP 4
        sta RESBL
        rts

Body    SUBROUTINE
delay  SET 3
        REPEAT 8
        STORE_AT HMOVE, 62
        SLEEP delay
        sta HMOVE
        LINES 3
delay  SET delay + 1
        REPEND
        rts

        VECTORS
