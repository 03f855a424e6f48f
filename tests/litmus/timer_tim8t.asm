; TIM8T: one cycle after the write, INTIM reads value - 1, then one less in each interval (console
; report: Stella test programs).

VALUE   = 100
        MAC START_TIMER
          sta TIM8T
        ENDM
        include "timer_sweep.inc"
