; a block comment that is not closed
; exit 41
	processor 6502
	org $f000
	nop
	/* open
	nop
