; data lists
; exit 3
; error Unknown Mnemonic ':'.
; error Syntax Error '1,,2'.
; error Syntax Error ' .byte "unterminated
; error Syntax Error ''a','b' '.
; error Syntax Error '5 6'.
; error Syntax Error '$zz'.
; error Value in 'byte byte 256' must be <$100.
; error Syntax Error '08'.
; error Syntax Error '$f.5'.
; error Syntax Error '1.5'.
; error Illegal character '\5'.
; error Illegal character '`5'.
; error Syntax Error ''.
; error Syntax Error '5@'.
; error Illegal character '}'.
; error Illegal character '{
	PROCESSOR 6502
	ORG $F000
a = 5
START:	lda	#10
 lda #a
 asl a
 lsr a
 rol a
label1:lda #5
label2: lda #5
label3 : lda #5
 .byte 1,2,3,
 .byte 1,,2
 .byte "unterminated
 .byte 'a','b'
 .byte "a" + 1
 .byte "abc" , 5 ; , 6
 .byte 5 6
 .byte $zz
 .word label1,-label1
 .byte -128, 255, 256
 .byte >label1+1
 .byte ~0
 .byte !0
 .byte -[label1-label2]
 .byte 3*-1
 .byte 010
 .byte 08
 .byte $f.5
 .byte 1.5
 .byte @5
 .byte \5
 .byte `5
 .byte 5!
 .byte 5@
 .byte }
 .byte {
 .byte ]
