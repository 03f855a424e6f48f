; A write to WSYNC in cycle 75 of a line does not stall the processor; a write in cycle 74 stalls it
; for one cycle (netlist). The next color change shows when the program continued.

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
cycle  SET 70
        REPEAT 6
          sta WSYNC
          SLEEP cycle - 2
          sta WSYNC
          SLEEP 30
          lda #$1E
          sta COLUBK
          SLEEP 3
          lda #0
          sta COLUBK
cycle  SET cycle + 1
        REPEND
        rts

        VECTORS
