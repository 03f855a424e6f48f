; RSYNC ends the line three clocks after the write's cycle (netlist, console report: Fatal Run).
; Cuts lines at several cycles, with a mark for each.

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
count  SET 40
        REPEAT 6
          sta WSYNC
          SLEEP count
          sta RSYNC
          SLEEP 40
          lda #$1E
          sta COLUBK
          SLEEP 3
          lda #0
          sta COLUBK
count  SET count + 5
        REPEND
        sta WSYNC
        rts

        VECTORS
