; The second pass begins in the segment in which the first ended: a SEG.U, so nothing is written.
; exit 0
; binary 
	processor 6502
	org $f000
	lda later
later nop
	seg.u ram
	org $80
v	ds 1
