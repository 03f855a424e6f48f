; The second pass begins in the SEG.U where the first pass ended, so the binary is empty.
; exit 0
; binary 
	processor 6502
	org $f000
	lda later
later nop
	seg.u ram
	org $80
v	ds 1
