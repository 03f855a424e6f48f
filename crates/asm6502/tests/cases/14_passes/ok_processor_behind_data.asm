; a word before PROCESSOR is big-endian in the first pass and little-endian in the later passes
	org $1000
	.word $1234		; = 34 12
	processor 6502
	lda later		; = ad 05 10
later	nop			; = ea
