; State that survives from one pass to the next: values, macros, the fill byte of ORG.
; exit 0
; binary 05ad1010073333333333333333333333ea333333333333333333333333333333ea
	processor 6502
	org $1000
	.byte y		; 5 in the second pass
y	set 5
	lda later	; needs a second pass
	late 7		; a macro that is not known until the second pass
	mac late
	.byte {1}
	endm
	org $1010
later	nop
	org $1020,$33
	nop
