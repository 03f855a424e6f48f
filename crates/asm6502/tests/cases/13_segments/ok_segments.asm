; segments that are written to the binary one after another
; exit 0
; binary a5808582a683ffffffffffffffffffffea
	processor 6502
	seg.u ram
	org $80
v	ds 2
w	ds 1
	seg code
	org $f000
	lda v
	sta w
	seg.u ram
x	ds 1
	seg code
	ldx x
	seg
	org $f010
	nop
