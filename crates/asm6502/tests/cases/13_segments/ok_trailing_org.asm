; an ORG without code after it
; exit 0
; binary ea
	processor 6502
	org $f000
	nop
	org $f800
