; One cycle after VALUE is written to T1024T, INTIM reads VALUE - 1. It then decreases by one every
; 1024 cycles (console report: Stella test programs).

VALUE   = 15
        MAC START_TIMER
          sta T1024T
        ENDM
        include "timer_sweep.inc"
