; an EQM text that uses its own symbol
; exit 38
; error Recursion too deep in pushsymbol()
	processor 6502
	org $1000
loop	eqm loop+1
	.byte loop
