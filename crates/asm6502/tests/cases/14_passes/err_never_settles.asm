; a symbol whose value depends on itself
; exit 3
; error EQU: Value mismatch.
	processor 6502
	org $f000
	ds x & 1
x = * + 1
