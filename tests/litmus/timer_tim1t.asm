; TIM1T: value - 1 one cycle after the write, then one less per interval (console report:
; Stella test programs).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        sta WSYNC
        lda #100
        sta TIM1T
wait   SET 2
        REPEAT 12
          SLEEP wait
          lda INTIM
          sta PF1
          sta WSYNC
          lda #0
          sta PF1
wait   SET wait + 1
        REPEND
        sta WSYNC
        lda #12
        sta T1024T
        rts

        VECTORS
