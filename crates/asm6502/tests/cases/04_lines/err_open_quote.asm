; a string that is not closed includes the newline
; exit 5
; binary 6162630aea
; error Syntax Error ' .byte "abc
	processor 6502
	org $f000
	.byte "abc
	nop
