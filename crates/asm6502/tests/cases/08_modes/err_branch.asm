; branches that are too far
; exit 3
; error Branch out of range (200 bytes).
; error Branch out of range (128 bytes).
	processor 6502
	org $f000
	bne far
	ds 200
far bne near
	ds 126
near beq *+130
