; an origin that goes back
; exit 18
; error Origin Reverse-indexed.
	processor 6502
	org $f000
	nop
	org $e000
	nop
