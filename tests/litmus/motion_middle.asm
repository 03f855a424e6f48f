; HMOVE in cycles 20 to 53 of a line, HMxx = +7, 0 and -8: the motion, and the lines
; with a comb (console report: Mott's table; 74 is omitted, because it is a race).

FIRST   = 20
CYCLES  = 34
        include "motion_sweep.inc"
