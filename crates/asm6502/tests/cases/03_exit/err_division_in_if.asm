; A division by zero ends the run, even in a condition.
; exit 9
; error Division by zero.
	processor 6502
	org $1000
	if 5/0
	nop
	endif
