; Before PROCESSOR, no instruction is known, and words are big-endian.
; exit 5
; error Unknown Mnemonic 'nop'.
	org $1000
	nop
	.word $1234
	processor 6502
