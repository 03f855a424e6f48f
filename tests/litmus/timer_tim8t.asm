; One cycle after VALUE is written to TIM8T, INTIM reads VALUE - 1. It then decreases by one
; every 8 cycles (console report: Stella test programs).

VALUE   = 100
        MAC START_TIMER
          sta TIM8T
        ENDM
        include "timer_sweep.inc"
