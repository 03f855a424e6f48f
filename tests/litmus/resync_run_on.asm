; If HMM0 changes to a value that the HMOVE counter has already passed, the missile never stops
; moving: it gets a pulse every four clocks. RSYNC lengthens the pulse in progress. In the visible
; line, the longer pulse covers the gap between two of the missile's clocks, so the missile gets one
; clock instead of two (netlist, `rsync_k`). RSYNC cuts the lines to 78, 81, 84 and 87 clocks.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #2
        sta ENAM0
        rts

Body    SUBROUTINE
cycle  SET 24
        REPEAT 4
          sta WSYNC
          SLEEP 40
          sta RESM0
          lda #$70
          sta HMM0
          ldx #$F0
          sta WSYNC
          sta HMOVE             ; in cycle 2
          SLEEP 12
          stx HMM0              ; in cycle 17
          sta WSYNC
          SLEEP cycle - 2
          sta RSYNC             ; in cycle 24, 25, 26, 27
          LINES 4
          lda #0
          sta HMM0
          sta WSYNC
          sta HMOVE
          LINES 2
cycle  SET cycle + 1
        REPEND
        rts

        VECTORS
