; macro arguments outside of macros
; exit 5
; binary 010101
; error Illegal character '{1
; error Syntax Error '5{1
; error Not enough args passed to Macro.
; error Illegal character '{1}'.
; error Illegal character '}'.
	processor 6502
	org $f000
	.byte 5{1
	.byte 1
	.byte {1}
