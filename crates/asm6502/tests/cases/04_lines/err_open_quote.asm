; a string without end takes in the newline
; exit 5
; binary 6162630aea
; error Syntax Error ' .byte "abc
	processor 6502
	org $f000
	.byte "abc
	nop
