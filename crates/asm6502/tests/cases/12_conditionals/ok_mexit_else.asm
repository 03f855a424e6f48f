; If MEXIT leaves an IF of a macro open, an ELSE after the macro call applies to that IF.
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
