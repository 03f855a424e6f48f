; INCLUDE, INCBIN and INCDIR; a missing file is skipped, and the exit code stays 0
; exit 0
; binary a901a901a901a9020701020304050607010203040506ea
	processor 6502
	org $f000
	include "inc/one.asm"
	include inc/one.asm
f = "inc/one.asm"
	include f
	incdir inc
	include "two.asm"
	incbin "inc/seven.bin"
	incbin seven.bin
	include "missing.asm"
	incbin "missing.bin"
	nop
	end
	.byte 99
