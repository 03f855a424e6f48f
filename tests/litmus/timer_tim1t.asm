; One cycle after VALUE is written to TIM1T, INTIM reads VALUE - 1. It then decreases by one
; every cycle (console report: Stella test programs).

VALUE   = 100
        MAC START_TIMER
          sta TIM1T
        ENDM
        include "timer_sweep.inc"
