; HMOVE in cycles 2 to 19 of a line, with HMxx = +7, 0 and -8: shows the motion, and which lines
; have a comb (console report: Mott's table).

FIRST   = 2
CYCLES  = 18
        include "motion_sweep.inc"
