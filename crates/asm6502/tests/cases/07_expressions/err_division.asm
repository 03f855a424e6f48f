; division by zero ends the run
; exit 9
; error Division by zero.
	processor 6502
	org $f000
	dc.w 5/0
