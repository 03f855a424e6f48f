; columns and operands
; exit 3
; error Unknown Mnemonic ':=8'.
; error Illegal character ':'.
; error Unknown Mnemonic ':'.
; error Unknown Mnemonic 'l7:'.
; error Unknown Mnemonic 'l8'.
; error Unknown Mnemonic 'l12'.
; error Illegal Addressing mode 'lda (5)'.
; error Syntax Error ''.
; error Illegal Addressing mode 'lda 5+(3)'.
; error Illegal Addressing mode 'lda (3)+5'.
; error Syntax Error '$ 5'.
; error Syntax Error '#%0101 0101'.
; error Syntax Error '#09'.
; error Value in 'byte byte 4096' must be <$100.
; error Value in 'byte byte 4098' must be <$100.
; error Syntax Error 'l1 l2'.
; error Syntax Error '$1,$2,$3 c'.
; error Value in 'byte byte 256' must be <$100.
; error Value in 'byte byte -256' must be <$100.
; error Syntax Error '"say ""hi"""'.
; error Value in 'byte dc 24931' must be <$100.
; error Syntax Error 'Bad Hex Digit  '.
; error Syntax Error 'Bad Hex Digit '.
; error Syntax Error 'Bad Hex Digit '.
; error Syntax Error 'Bad Hex Digit G'.
; error Syntax Error 'Bad Hex Digit ,'.
; error Syntax Error 'Bad Hex Digit '.
; error Illegal Addressing mode 'rts bye'.
; error Illegal Addressing mode 'brk #1'.
; error Illegal Addressing mode 'brk 1'.
; error Branch out of range (-268 bytes).
; labels, colons, columns
 PROCESSOR 6502
 Org $1000
FOO: EQU 5
FOO2: = 6
FOO3:=7
FOO4 :=8
FOO5=9
FOO6	=	10	; c
FOO7 equ	11
FOO8	Equ FOO7+1
_under = 1
@at = 2
a.b = 3
l1 lda #FOO
l2: lda #FOO2:
l3 : lda #FOO3
l4:lda #FOO4
l5:
l6
	l7: lda #1
 l8 lda #1
 lda #@at
 lda #a.b
 lda #_under
^	l9 lda #9
 ^l10 lda #10
 ^ l11	lda #11
#l12 lda #12
 lda l1
 jmp l5
X = 5
 ldx X
 ldx X,Y
 lda X,X
y = 7
 lda ($80),y
 lda y,y
 lda (y),y
 lda (X,X)
 lda ((5)+(6)),y
 lda ((5)),y
 lda (5)
 jmp ((5))
 jmp (5)+1
 jmp [5]
 lda [5],y
 lda [5,x]
 lda #(5)
 lda #((5)+1)*2
 lda #[5]
 lda 5+(3)
 lda (3)+5
 lda (3)+5,x
 lda #5 + 3
 lda #5 +3 * 2
 lda # 5
 lda	#	5
 lda $ 5
 lda # <l1
 lda # < l1
 lda #<(l1)
 lda #(<l1)
 lda #>(l1+1)
 lda #-<l1
 lda #[<l1]+1
 lda #l1 & $ff
 lda #l1 >> 8
 lda #l1/256
 lda #l1&255|1
 lda #~1&$ff
 lda #!1
 lda #1==1
 lda #1 != 2
 lda #1<>2
 lda #%0101 0101
 lda #$0F0
 lda #017
 lda #09
 lda #1,2
 .byte #1,#2
 .byte #<l1,#>l1
 .byte <l1 , >l1
 .byte l1,l2
 .word l1 l2
 .byte $1,$2,$3 ; c
 .byte $1,$2,$3; c
 .byte $1,$2,$3 c
 .byte 1 ,2 , 3
 .byte	1	,	2
 .BYTE 255
 .Byte 256
 .byte -1,-128,-255,-256
 .byte "Hello, World"
 .byte "Hello", $0d,$0a,0
 .byte 'H,'i
 .byte "It's"
 .byte "say ""hi"""
 .byte "tab	tab"
 .byte "two  blanks"
 .byte ";"
 dc.b "a"-1
 dc.b "a"+1,"ab"+1
 dc.w "ab"
 dc.w "ab"+0
 dc.w 1,2,"c"
 dc 1
 dc.l 1
 ds 3
 ds 3,1
 ds.w 2,$1234
 ds.l 1,5
 hex 1 2
 hex 12 3
 hex 1G
 hex
 hex 0A0b,0c
 align 4
 align 4,1
 align 3
 nop ; end
 asl
 asl a
 asl A
 lsr @
 rts ; bye
 rts bye
 brk
 brk #1
 brk 1
 dc.b *-l1
 dc.b [*-l1]
 dc.w *,.
 dc.w *+1,*-1
 dc.w *&$ff00
 dc.w (*&$ff00)+256
 dc.w .+1
 bne *
 bne .
 bne *+2
 bne *-126
 bne .-1
 beq l6
