; words are big-endian before PROCESSOR
; exit 0
; binary 12343412123456783412
	org $1000
	.word $1234
	dc.s $1234
	.long $12345678
	processor 6502
	.word $1234
