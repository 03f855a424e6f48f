; WSYNC in the last cycles of a line: a write in cycle 75 does not stall; a write in cycle 74 stalls
; for one cycle (netlist). The next color change shows where the program continued.

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
count  SET 70
        REPEAT 6
          sta WSYNC
          SLEEP count - 2
          sta WSYNC
          SLEEP 30
          lda #$1E
          sta COLUBK
          SLEEP 3
          lda #0
          sta COLUBK
count  SET count + 1
        REPEND
        rts

        VECTORS
