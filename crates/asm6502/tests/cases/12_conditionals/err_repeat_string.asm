; REPEAT treats a string as an unknown count: the block is assembled once, and the run fails.
; exit 3
	processor 6502
	org 0
s = "b"
	repeat "a"
	nop
	repend
	repeat s
	inx
	repend
	repeat [3]d
	iny
	repend
	repeat "a"-96
	nop
	repend
