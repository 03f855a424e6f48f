; exit 5
; error Not enough args passed to Macro.
	processor 6502
	org $1000
	mac q
	lda #{0}
	.byte {01},{1 },{x}
	lda {-1}
	endm
	q 5
