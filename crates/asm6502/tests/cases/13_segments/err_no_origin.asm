; code before any ORG
; exit 3
	processor 6502
	nop
