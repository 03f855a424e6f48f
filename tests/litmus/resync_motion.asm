; RSYNC restarts the horizontal divide-by-four clock. If the phase of HMOVE's pulses has just
; passed, each object that HMOVE is still moving gets one pulse more than its HMxx requests
; (netlist, `rsync_b`). Four lines are cut to 27, 30, 33 and 36 clocks; after the 30-clock line, the
; missile is one pixel farther left than after the others.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #2
        sta ENAM0
        rts

Body    SUBROUTINE
cycle  SET 7
        REPEAT 4
          sta HMCLR
          lda #$70
          sta HMM0
          sta WSYNC
          SLEEP 40
          sta RESM0
          sta WSYNC
          sta HMOVE             ; in cycle 2
          SLEEP cycle - 5
          sta RSYNC             ; in cycle 7, 8, 9, 10
          LINES 4
cycle  SET cycle + 1
        REPEND
        rts

        VECTORS
