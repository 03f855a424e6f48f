; The texts of all errors that do not end the run.
; exit 3
; error Syntax Error '1 2'.
; error Unknown Mnemonic 'bogus'.
; error Illegal Addressing mode 'sta #1'.
; error Illegal forced Addressing mode on 'inc'.
; error Value in 'lda #256' must be <$100.
; error Value in 'negative lda #-256' must be <$100.
; error Value in 'byte byte 256' must be <$100.
; error Value in 'byte byte -256' must be <$100.
; error Value in 'lda $1234, user requested byte mode' must be <$100.
; error Value in 'jmp $10000' must be <$10000.
; error Illegal character '`1'.
; error Syntax Error 'Bad Hex Digit g'.
; error Branch out of range (198 bytes).
; error EQU: Value mismatch.
; error EQU: Value mismatch.
; error REPEAT parameter < 0 (ignored).
; error Not enough args passed to Macro.
; error Illegal character '{2}'.
; error Illegal character '}'.
; error Label mismatch...
; error Label mismatch...
; error Value in 'byte dv 300' must be <$100.
; error Multi-line comment closed without open.
; error Syntax Error ''.
	processor 6502
	org $1000
	.byte 1 2
	bogus 5
	sta #1
	inc.wy $80
	lda #256
	lda #-256
	.byte 256,-256
	lda.b $1234
	jmp $10000
	.byte `1
	hex 1g
	bne *+200
x = 1
x = 2
	repeat -1
	repend
	repend
	mac m
	.byte {2}
	endm
	m 1
	endm
lab	nop
lab	nop
	.byte ]
	.byte []
e	eqm 300
	dv e 1
	dv nix 1
	dv x 1
	nop */
