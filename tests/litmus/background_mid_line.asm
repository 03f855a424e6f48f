; A write to COLUBK in cycle n of a line changes the color of pixel 3*(n+1)-68 and all later pixels
; (netlist; no delay).

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
cycle  SET 22
        REPEAT 18
          STORE_AT COLUBK, cycle
          SLEEP 3
          lda #$56
          sta COLUBK
          lda #$0E
cycle  SET cycle + 1
        REPEND
        sta WSYNC
        lda #0
        sta COLUBK
        rts

        VECTORS
