; TIM64T: value - 1 one cycle after the write, then one less per interval (console report:
; Stella test programs).

VALUE   = 100
        MAC START_TIMER
          sta TIM64T
        ENDM
        include "timer_sweep.inc"
