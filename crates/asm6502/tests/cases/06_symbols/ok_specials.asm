; the special symbols: the addresses . and *, and the checksum ...
; exit 0
; binary 000002f002f000100010ad0410d0fed00366cc05
	processor 6502
	org $f000
	.byte <.,<*
	.word .,*
	rorg $1000
	.word .,*
	lda .
	bne *
	bne *+5
	rend
	.byte <...
	.word ...
