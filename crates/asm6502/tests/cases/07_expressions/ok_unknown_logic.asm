; logical operators whose result is known even though one operand is not
; exit 0
; binary e8ea
	processor 6502
	org $f000
	if 0 && later
	nop
	endif
	if 1 || later
	inx
	endif
later nop
