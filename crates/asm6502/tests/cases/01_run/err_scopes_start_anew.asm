; Each pass starts in scope 0. The .a after SUBROUTINE is in another scope, so JMP cannot find it.
; exit 3
	processor 6502
	org $1000
	jmp .a
	subroutine
.a	nop
