	processor 6502
	include "vcs.h"
	include "macro.h"
 rorg $f000
 org $1000
 nop
a = *
b = .
 .word a,b
 rend
c = *
 .word c
 rorg
 nop
 .word *
 rorg $2000
d .word *,d
 rend
