; The scope of a name$ label extends from one ordinary label to the next.
; exit 0
; binary eacad0fdeaea88d0fdf000eaf0fde8d0fdd0f3
	processor 6502
	org $1000
a	nop
1$	dex
	bne 1$
skip$	nop
b	nop
1$	dey
	bne 1$
	beq skip$
skip$	nop
c = 5
	beq skip$
	mac m
1$	inx
	bne 1$
	endm
	m
	bne 1$
