; code that shrinks and moves
; exit 0
; binary a580a581d00736313435330000eaeaea
	processor 6502
	org $f000
	lda a
	lda b
	bne c
	.byte [c]d
	ds d-c
a = $80
b = $81
c	nop
	nop
d	nop
