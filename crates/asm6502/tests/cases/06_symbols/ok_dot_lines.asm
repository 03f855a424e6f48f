; exit 0
; binary eaea4c0110
; Lines with nothing but a dot, as compilers write them, define nothing.
	processor 6502
	org $1000
.
	nop
.L00 ;  a statement
.

	nop
	rorg $1001
.
later	= .
	rend
.
	jmp later
