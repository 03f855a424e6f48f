; directives that turn the listing on and off
; exit 0
; binary eaea01000200eae8ca88ea
	processor 6502
	org $f000
	nop
	list off
	nop
	.word 1,2
	list on
	nop
	list localoff
	inx
	list localon
	include "inc/quiet.asm"
	nop
