; Unknown symbols are listed with their last value and with ????.
; exit 3
	processor 6502
	org $1000
	lda one
	lda two+1
three = one+1
	jmp three
