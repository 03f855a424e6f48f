; RESM0 in every second cycle from 4 to 30 of a line, right after WSYNC: shows where an eight-pixel
; missile appears (console report: Video Chess).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$30
        sta NUSIZ0
        lda #2
        sta ENAM0
        rts

Body    SUBROUTINE
delay  SET 2
        REPEAT 14
        sta WSYNC
        SLEEP 60
        sta RESM0
        sta WSYNC
        SLEEP delay
        sta RESM0
        sta WSYNC
delay  SET delay + 2
        REPEND
        rts

        VECTORS
