; T1024T: one cycle after the write, INTIM reads value - 1, then one less in each interval (console
; report: Stella test programs).

VALUE   = 15
        MAC START_TIMER
          sta T1024T
        ENDM
        include "timer_sweep.inc"
