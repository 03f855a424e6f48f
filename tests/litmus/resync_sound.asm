; The audio circuit alternates between a first and a second half step, each twice per line. A half
; step is decoded in one count of the horizontal counter, and takes effect at the end of the next
; count. It still happens if RSYNC cuts the line in between: after a cut to 35..39 clocks, the
; second half step happens in clock 4 of the next line; after a cut to 81..144 clocks, the first
; half step happens again, but the divider counts it only once (netlist, `rsync_m`). The lines are
; cut to 18, 21 .. 156 clocks while both channels play a tone.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #4
        sta AUDC0
        sta AUDC1
        lda #15
        sta AUDV0
        sta AUDV1
        lda #2
        sta AUDF1
        rts

Body    SUBROUTINE
cycle  SET 4
        REPEAT 47
          sta WSYNC
          SLEEP cycle - 2
          sta RSYNC             ; in cycle 4..50
          sta WSYNC
cycle  SET cycle + 1
        REPEND
        rts

        VECTORS
