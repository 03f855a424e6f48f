; the address counters of ORG and RORG, inside and outside of a RORG block
; exit 0
; binary 4c001003104c05f00100300bf0
	processor 6502
	org $f000
	rorg $1000
a	jmp a
	.word *
b	rend
c	jmp c
	rorg $2000
	align 16
d	.byte 1
. = $3000
	.word .
	rend
	.word .
