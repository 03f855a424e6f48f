; a built name that ends with a number
; exit 5
; binary ea
; error Syntax Error '5 nop'.
	processor 6502
	org $f000
lab,5 nop
