; A write to bit 1 of VBLANK blanks or unblanks the picture one pixel later (netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
        lda #$84
        sta COLUBK
cycle  SET 24
        REPEAT 16
          sta WSYNC
          lda #2
          ldx #0
          SLEEP cycle - 6
          sta VBLANK
          SLEEP 5
          stx VBLANK
cycle  SET cycle + 2
        REPEND
        sta WSYNC
        lda #0
        sta COLUBK
        rts

        VECTORS
