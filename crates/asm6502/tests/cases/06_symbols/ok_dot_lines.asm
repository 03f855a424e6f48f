; exit 0
; binary eaea4c0110
; A line that contains only a dot, as some compilers write, defines nothing.
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
