; two equates that assign different values to a symbol
; exit 3
; error EQU: Value mismatch.
; error EQU: Value mismatch.
	processor 6502
	org $f000
a = 1
	nop
a = 2
