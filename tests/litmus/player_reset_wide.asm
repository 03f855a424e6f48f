; Writing RESP0 while a double or quadruple player is being drawn makes its current pixel longer or
; shorter (netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$A5
        sta GRP0
        rts

Body    SUBROUTINE
width  SET 5
        REPEAT 2
        lda #width
        sta NUSIZ0
delay  SET 28
        REPEAT 10
        sta WSYNC
        SLEEP 28
        sta RESP0
        sta WSYNC
        SLEEP delay
        sta RESP0
        sta WSYNC
delay  SET delay + 1
        REPEND
width  SET width + 2
        REPEND
        rts

        VECTORS
