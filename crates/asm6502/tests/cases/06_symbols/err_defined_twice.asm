; a label that is defined at two addresses
; exit 3
; error Label mismatch...
; error Label mismatch...
	processor 6502
	org $f000
here nop
	nop
here nop
