; The ELSE of the caller inverts the condition of a block that MEXIT leaves open.
; exit 0
; binary 01
	processor 6502
	org $1000
	mac m
	if 1
	mexit
	endif
	endm
	if 1
	m
	.byte 1
	else
	.byte 2
	endif
	.byte 3
	bogus
