; local labels of both kinds: .name and name$
; exit 0
; binary ead0fdead0fdd000ead0feead0fed0fed0fcd0fed0fed0fed0fed0f2
	processor 6502
	org $f000
.a	nop
	bne .a
first subroutine
.a	nop
	bne .a
second SUBROUTINE
	bne .a
.a	nop
1$	bne 1$
third nop
1$	bne 1$
b$	bne b$
k = 5
	bne b$
	mac m
.l	bne .l
c$	bne c$
	endm
	m
	m
	bne b$
