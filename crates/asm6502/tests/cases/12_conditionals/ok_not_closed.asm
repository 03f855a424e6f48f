; The end of a file closes the file's open blocks; an extra ENDIF at the outermost level is ignored.
; exit 0
; binary eaeaea
	processor 6502
	org $1000
	include "../10_directives/inc/open.asm"
	nop
	endif
	nop
	if 1
	nop
