; The scope of .local labels starts at 0 in each pass, so a label of the last scope is not found.
; exit 3
	processor 6502
	org $1000
	jmp .a
	subroutine
.a	nop
