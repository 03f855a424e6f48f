; loops
; exit 0
; binary 00010207070707d0fed0fe
	processor 6502
	org $f000
i set 0
	repeat 3
	.byte i
i set i+1
	repend
	repeat 0
	.byte 99
	repend
	repeat 2
	repeat 2
	.byte 7
	repend
	repend
	repeat -1
	.byte 98
	repend
	repeat unknown
	.byte 97
	repend
n	repeat 2
	subroutine
.l	bne .l
z	repend
	repend
