; A write to PF1 in cycle n affects the groups of four pixels that start at pixel 3*(n+1)-68+2 or
; later (netlist; a console report confirms the final +2 for most consoles).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
cycle  SET 26
        REPEAT 24
          sta WSYNC
          lda #0
          sta PF1
          lda #$FF
          SLEEP cycle - 9
          sta PF1
cycle  SET cycle + 1
        REPEND
        sta WSYNC
        lda #0
        sta PF1
        rts

        VECTORS
