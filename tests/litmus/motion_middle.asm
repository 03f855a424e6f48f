; HMOVE in cycles 20 to 53 of a line, with HMxx = +7, 0 and -8: shows the motion, and which lines
; have a comb (console report: Mott's table).

FIRST   = 20
CYCLES  = 34
        include "motion_sweep.inc"
