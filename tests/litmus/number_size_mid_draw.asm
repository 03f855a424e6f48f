; NUSIZ0 changes while copies of the player are being drawn (sources: console photos; netlist for
; the scattered pixels).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$A7
        sta GRP0
        sta WSYNC
        SLEEP 24
        sta RESP0
        rts

Body    SUBROUTINE
cycle  SET 20
        REPEAT 24
          sta WSYNC
          lda #3
          sta NUSIZ0
          lda #0
          SLEEP cycle - 9
          sta NUSIZ0
cycle  SET cycle + 1
        REPEND
        sta WSYNC
        rts

        VECTORS
