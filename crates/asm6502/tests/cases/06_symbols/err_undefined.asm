; undefined symbols
; exit 3
	processor 6502
	org $f000
	lda nowhere
	jmp elsewhere
	.byte .x,1$
