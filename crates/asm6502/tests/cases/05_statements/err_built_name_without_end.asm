; a number last in a built name
; exit 5
; binary ea
; error Syntax Error '5 nop'.
	processor 6502
	org $f000
lab,5 nop
