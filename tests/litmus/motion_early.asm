; HMOVE in cycles 2 to 19 of a line, HMxx = +7, 0 and -8: the motion, and the lines
; with a comb (console report: Mott's table; 74 is omitted, because it is a race).

FIRST   = 2
CYCLES  = 18
        include "motion_sweep.inc"
