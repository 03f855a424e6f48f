; a macro definition without ENDM
; exit 14
; error Premature EOF.
	processor 6502
	org $f000
	mac m
	nop
