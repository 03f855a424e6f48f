; a run of two passes that begins in the wrong segment
; exit 0
; binary 
	processor 6502
	org $f000
	lda later
later nop
	seg.u ram
	org $80
v	ds 1
