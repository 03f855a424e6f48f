; A missing file is a word on the console and no error.
; exit 0
; binary 0102
	processor 6502
	org $1000
	include "no_such_file.h"
	incbin "no_such_file.bin"
	.byte 1,2
