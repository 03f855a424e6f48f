; the second definition of a macro is ignored
; exit 0
; binary eaa901
	processor 6502
	org $f000
	mac m
	nop
	endm
	mac m
	inx
	endm
	m
	mac lda
	inx
	endm
	lda #1
	if 0
	mac n
	nop
	endm
	endif
