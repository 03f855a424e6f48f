; addressing modes that the instruction does not have
; exit 3
; error Illegal Addressing mode 'sta #1'.
; error Illegal Addressing mode 'lda (5)'.
; error Illegal Addressing mode '(5),x'.
; error Illegal Addressing mode '(5,y)'.
; error Illegal Addressing mode 'brk 5'.
; error Illegal Addressing mode 'jsr ($1234)'.
; error Illegal Addressing mode 'bne #5'.
; error Illegal forced Addressing mode on 'stx'.
; error Illegal forced Addressing mode on 'lda'.
; error Illegal Addressing mode 'lda '.
; error Illegal forced Addressing mode on 'lda'.
	processor 6502
	org $f000
	sta #1
	lda (5)
	lda (5),x
	lda (5,y)
	brk 5
	jsr ($1234)
	bne #5
	stx.w 5,y
	lda.ind 5
	lda
	lda.b 5,y
