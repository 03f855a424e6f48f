; The maximum depth of nested macro calls is 32.
; exit 38
; error Recursion too deep in  macro [deep] recursion > 32
	processor 6502
	org $1000
	mac deep
	deep {1}+1
	endm
	deep 1
