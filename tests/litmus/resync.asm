; RSYNC ends the line three clocks after the write's cycle (netlist, console report: Fatal Run).
; The program cuts six lines at different cycles; a short bar in the next line marks each cut.

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
delay  SET 40
        REPEAT 6
          sta WSYNC
          SLEEP delay
          sta RSYNC
          SLEEP 40
          lda #$1E
          sta COLUBK
          SLEEP 3
          lda #0
          sta COLUBK
delay  SET delay + 5
        REPEND
        sta WSYNC
        rts

        VECTORS
