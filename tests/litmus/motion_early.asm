; HMOVE in cycles 2 to 19 of a line, HMxx = +7, 0 and -8: the motion and where the comb
; appears (console report: Mott's table; 74 is left out, a race).

FIRST   = 2
CYCLES  = 18
        include "motion_sweep.inc"
