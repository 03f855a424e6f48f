; words before PROCESSOR begin with their high byte in the first pass, and with their low byte later
	org $1000
	.word $1234		; = 34 12
	processor 6502
	lda later		; = ad 05 10
later	nop			; = ea
