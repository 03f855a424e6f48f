	processor 6502
	include "vcs.h"
	include "macro.h"
 org $f000
 ds 5,$ea
 ds.w 3,$1234
 ds.l 2,1
 ds 0
 ds 256*2
 align 16,$ff
 ds [*&15]
sz = *-$f000
 .word sz
 org $f800,0
 .byte sz/256,sz&255
