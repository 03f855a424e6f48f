; A write to ENAM0 or ENABL takes effect one pixel after the write (console report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$C6
        sta COLUPF
        lda #$30
        sta NUSIZ0
        sta CTRLPF
        sta WSYNC
        SLEEP 36
        sta RESM0
        SLEEP 9
        sta RESBL
        rts

Body    SUBROUTINE
cycle  SET 34
        REPEAT 18
          sta WSYNC
          lda #0
          sta ENAM0
          sta ENABL
          lda #2
          SLEEP cycle - 12
          sta ENAM0
          SLEEP 2
          sta ENABL
cycle  SET cycle + 1
        REPEND
        sta WSYNC
        lda #0
        sta ENAM0
        sta ENABL
        rts

        VECTORS
