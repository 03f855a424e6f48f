; endless recursion
; exit 38
; error Recursion too deep in  macro [m] recursion > 32
	processor 6502
	org $f000
	mac m
	m
	endm
	m
