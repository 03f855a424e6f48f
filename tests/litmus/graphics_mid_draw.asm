; A write to GRP0 while the player is being drawn takes effect one pixel after the write (netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #7
        sta NUSIZ0
        sta WSYNC
        SLEEP 40
        sta RESP0
        rts

Body    SUBROUTINE
cycle  SET 38
        REPEAT 18
          sta WSYNC
          lda #$0F
          sta GRP0
          lda #$AA
          SLEEP cycle - 9
          sta GRP0
cycle  SET cycle + 1
        REPEND
        sta WSYNC
        lda #0
        sta GRP0
        rts

        VECTORS
