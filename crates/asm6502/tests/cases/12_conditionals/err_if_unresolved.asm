; a condition whose value never becomes known
; exit 3
	processor 6502
	org $f000
	if nothing
	nop
	else
	inx
	endif
