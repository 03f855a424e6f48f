; one ENDM too many
; exit 40
	processor 6502
	org $f000
	nop
	endm
