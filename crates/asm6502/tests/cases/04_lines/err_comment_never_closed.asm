; a comment that is open at the end
; exit 41
	processor 6502
	org $f000
	nop
	/* open
	nop
