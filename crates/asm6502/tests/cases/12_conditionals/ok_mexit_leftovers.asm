; conditional blocks that MEXIT leaves open in a macro
; exit 0
; binary eae8c8
	processor 6502
	org $f000
	mac quit
	if 1
	mexit
	endif
	endm
	quit
	nop
	if 1
	quit
	inx
	endif
	iny
