; a macro call with one argument too few
; exit 5
; binary 0102
; error Not enough args passed to Macro.
; error Illegal character '{2}'.
; error Illegal character '}'.
	processor 6502
	org $f000
	mac m
	.byte {1},{2}
	endm
	m 1
