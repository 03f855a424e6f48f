; A missing file causes a message on the console, but no error.
; exit 0
; binary 0102
	processor 6502
	org $1000
	include "no_such_file.h"
	incbin "no_such_file.bin"
	.byte 1,2
