; Writing RESBL while the ball is being drawn draws it again immediately and restarts its group of
; four clocks (netlist; on a console, a ball reset every nine pixels looks like a solid line).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #2
        sta ENABL
        rts

Body    SUBROUTINE
width  SET $00
        REPEAT 4
        lda #width
        sta CTRLPF
        sta WSYNC
        SLEEP 30
        REPEAT 6
        sta RESBL
        REPEND
        sta WSYNC
        sta WSYNC
        SLEEP 30
        sta RESBL
        SLEEP 2
        sta RESBL
        sta WSYNC
width  SET width + $10
        REPEND
        rts

        VECTORS
