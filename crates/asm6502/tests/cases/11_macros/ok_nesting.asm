; macro calls in macros, recursion that ends, MEXIT
; exit 0
; binary c680d0fcc681d0fcd0f604030201eae8eaeaea09
	processor 6502
	org $f000
	mac inner
.l	dec {1}
	bne .l
	endm
	mac outer
.l	inner $80
	inner {1}
	bne .l
	endm
	mac count
	if {1} > 0
	.byte {1}
	count {1}-1
	endif
	endm
	mac leave
	nop
	if {1}
	mexit
	endif
	inx
	endm
	outer $81
	count 4
	leave 0
	leave 1
	repeat 2
	leave 1
	repend
	.byte 9
