; an ORG to an address below the previous code
; exit 18
; error Origin Reverse-indexed.
	processor 6502
	org $f000
	nop
	org $e000
	nop
