; a segment that grows beyond the size limit
; exit 38
; error Recursion too deep in code segment growing larger (655361) than max. allowed file size (655360)
	processor 6502
	org $f000
	org $a0000
	nop
