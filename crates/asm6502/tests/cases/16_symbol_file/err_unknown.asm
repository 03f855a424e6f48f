; The symbol file shows ???? after the last value of an unknown symbol.
; exit 3
	processor 6502
	org $1000
	lda one
	lda two+1
three = one+1
	jmp three
