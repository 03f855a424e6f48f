; Writing RESM0 while a wide missile is being drawn stretches the missile (console report; netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #2
        sta ENAM0
        rts

Body    SUBROUTINE
width  SET $10
        REPEAT 3
        lda #width
        sta NUSIZ0
delay  SET 38
        REPEAT 6
        sta WSYNC
        SLEEP 38
        sta RESM0
        sta WSYNC
        SLEEP delay
        sta RESM0
        sta WSYNC
delay  SET delay + 1
        REPEND
width  SET width + $10
        REPEND
        rts

        VECTORS
