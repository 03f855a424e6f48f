; An ELSE in the caller applies to the block that MEXIT left open in the macro.
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
