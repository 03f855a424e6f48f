; T1024T: value - 1 one cycle after the write, then one less per interval (console report:
; Stella test programs).

VALUE   = 15
        MAC START_TIMER
          sta T1024T
        ENDM
        include "timer_sweep.inc"
