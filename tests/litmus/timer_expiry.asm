; INTIM reads zero for a full interval. The timer then expires: INTIM reads $FF and counts down
; every cycle, and D7 of TIMINT is set. A read of INTIM clears D7 and restores the interval (console
; report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        lda #2
        sta TIM8T
        SLEEP 12
wait   SET 2
        REPEAT 10
          lda TIMINT
          sta PF1
          lda INTIM
          sta PF2
          SLEEP wait
          sta WSYNC
          lda #0
          sta PF1
          sta PF2
wait   SET wait + 1
        REPEND
        sta WSYNC
        lda #2
        sta TIM64T
        SLEEP 190
        lda TIMINT
        sta WSYNC
        sta PF1
        lda INTIM
        sta WSYNC
        sta PF2
        lda #0
        sta WSYNC
        sta PF1
        sta PF2
        lda #12
        sta T1024T
        rts

        VECTORS
