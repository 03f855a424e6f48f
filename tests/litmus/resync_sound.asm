; An audio half step is decoded in one count of the horizontal counter and takes effect at the end
; of the next count. RSYNC does not cancel a decoded half step: if a line is cut after 35..39
; clocks, the second half step happens in clock 4 of the next line; if it is cut after 81..144
; clocks, the first half step happens again, but the divider counts it only once (netlist,
; `rsync_m`). RSYNC cuts the lines to 18, 21 .. 156 clocks while both channels play a tone.

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
