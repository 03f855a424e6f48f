; DS with a negative size
; exit 18
; error Origin Reverse-indexed.
	processor 6502
	org $f000
	ds -1
