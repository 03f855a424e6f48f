; operand forms
; exit 3
; error Syntax Error '0F000H'.
; error Syntax Error '#%1010 1010'.
; error Value in 'lda #%1010 1010' must be <$100.
; error Syntax Error '#$1 0'.
; error Syntax Error '#'A' '.
; error Illegal Addressing mode 'lda ( $80 ) , Y'.
; error Illegal Addressing mode 'lda ($80), Y'.
; error Syntax Error '#HIGH START'.
; error Value in 'lda #HIGH START' must be <$100.
; error Syntax Error 'START comment without semicolon'.
; error Syntax Error '#5 this is text'.
; error Illegal Addressing mode 'rts text'.
; error Illegal Addressing mode 'brk 0'.
	PROCESSOR 6502
; unusual operands from real sources
	ORG	0F000H
	ORG $F000
START	LDA #10
	LDA  #10,X
	LDA #%1010 1010
	LDA #$1 0
	LDA #"A"
	LDA #'A'
	LDA	#'A-1
	ASL A
	LSR A
	ROL	A ; comment
	LDA ($80),Y ; c
	LDA ( $80 ) , Y
	LDA ($80), Y
	LDA $80, X
	STA $80 ,X
	LDA <START
	LDA #<START+1
	LDA #START/256
	LDA #START&255
	LDA #START&$FF
	LDA #HIGH START
	LDA #>START,
	JMP START comment without semicolon
	LDA #5 this is text
	STA $80 ; ok
	RTS text
	NOP text
	BRK 0
	.END
