; a comma inside brackets ends the run
; exit 39
; error Internal error in operator function table
	processor 6502
	org $f000
	dc.w [1,2]
