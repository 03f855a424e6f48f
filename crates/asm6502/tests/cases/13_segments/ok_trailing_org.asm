; an ORG without code
; exit 0
; binary ea
	processor 6502
	org $f000
	nop
	org $f800
