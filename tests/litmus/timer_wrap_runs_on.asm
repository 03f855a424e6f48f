; An expired timer counts down every cycle, even past $00, so a late read of INTIM shows how long
; ago the timer expired (data sheet).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        lda #0
        sta TIM1T
        LINES 8
        REPEAT 6
          lda INTIM
          sta WSYNC
          sta PF1
          SLEEP 7
        REPEND
        lda #0
        sta WSYNC
        sta PF1
        lda #12
        sta T1024T
        rts

        VECTORS
