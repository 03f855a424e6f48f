; suffixes of instructions and data
; exit 0
; binary ad8000a580bd8000bd8000a580a580998000be80006c3412a580ad80003412341234123478563412
	processor 6502
	org $f000
	lda.w $80
	lda.b $80
	lda.wx $80,x
	LDA.W $80,x
	lda.foo $80
	lda.x $80
	sta.w $80,y
	ldx.w $80,y
	jmp.ind $1234
	lda.z $80
	lda.a $80
	dc.w $1234
	word.b $1234
	byte.w $34
	dc.s $1234
	dc.l $12345678
