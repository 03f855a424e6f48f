; A half step of the sound is decoded in one count of the horizontal counter and acts at the end of
; the next. RSYNC leaves both as they are: a line cut within 35..39 clocks makes the second half
; step in the next line's clock 4, and one cut within 81..144 clocks repeats the first, which the
; divider counts only once (netlist, `rsync_m`). Lines are cut to 18, 21 .. 156 clocks while both
; channels play a tone.

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
count  SET 4
        REPEAT 47
          sta WSYNC
          SLEEP count - 2
          sta RSYNC             ; in cycle 4..50
          sta WSYNC
count  SET count + 1
        REPEND
        rts

        VECTORS
