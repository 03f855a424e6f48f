; HMOVE in cycles 20 to 53 of a line, HMxx = +7, 0 and -8: the motion and where the comb
; appears (console report: Mott's table; 74 is left out, a race).

FIRST   = 20
CYCLES  = 34
        include "motion_sweep.inc"
