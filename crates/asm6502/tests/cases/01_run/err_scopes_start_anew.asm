; The scope of .local labels starts at 0 in each pass, so the last one is not found from the first.
; exit 3
	processor 6502
	org $1000
	jmp .a
	subroutine
.a	nop
