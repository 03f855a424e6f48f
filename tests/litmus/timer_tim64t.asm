; One cycle after VALUE is written to TIM64T, INTIM reads VALUE - 1. It then decreases by one
; every 64 cycles (console report: Stella test programs).

VALUE   = 100
        MAC START_TIMER
          sta TIM64T
        ENDM
        include "timer_sweep.inc"
