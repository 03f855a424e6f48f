; Each pass begins in scope 0 of .local labels, so the jmp does not find the .a after SUBROUTINE.
; exit 3
	processor 6502
	org $1000
	jmp .a
	subroutine
.a	nop
