; HMOVE in cycles 54 to 71 of a line, with HMxx = +7, 0 and -8: shows the motion, and which lines
; have a comb (console report: Mott's table). Later cycles are omitted: consoles differ for 72 and
; 73, and 74 is a race.

FIRST   = 54
CYCLES  = 18
        include "motion_sweep.inc"
