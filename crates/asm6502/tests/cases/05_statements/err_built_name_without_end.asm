; a label built from parts, the last of which is a number: `5 nop` is read as one expression
; exit 5
; binary ea
; error Syntax Error '5 nop'.
	processor 6502
	org $f000
lab,5 nop
