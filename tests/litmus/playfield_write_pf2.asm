; A write to PF2 in cycle n affects the groups of four pixels that start at pixel 3*(n+1)-68+2 or
; later (netlist; a console report confirms the final +2 for most consoles).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
cycle  SET 36
        REPEAT 24
          sta WSYNC
          lda #0
          sta PF2
          lda #$FF
          SLEEP cycle - 9
          sta PF2
cycle  SET cycle + 1
        REPEND
        sta WSYNC
        lda #0
        sta PF2
        rts

        VECTORS
