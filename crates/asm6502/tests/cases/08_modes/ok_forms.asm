; operand forms, and the addressing modes that they select
; exit 0
; binary a505b500b90000ad0001b505b90500b105a105b105b105b90500b90600b106a106b90500a90ab505b90500b505a505b505b506a905a905a900b500b100b505a961a5610a4a6c05006c34124c0500d0fed003a9ffa901ad0500a5054c3412ad0000b105b9050096059405be34120405800514050c55051c5505b505b105b1fe
	processor 6502
	org $f000
 lda 5
 lda 0,x
 lda 0,y
 lda $100
 lda 5,x
 lda 5,y
 lda (5),y
 lda (5,x)
 lda ((5),y)
 lda ((5)),y
 lda (5,y
 lda (5)+1,y
 lda 1+(5),y
 lda (5)+1,x
 lda [(5)],y
 lda #(5)*2
 lda #5,x
 lda 5,x,y
 lda 5,y,x
 lda 5,6
 lda 5 ,x
 lda 5,x+1
 lda ##5
 lda 5#
 lda #
 lda ,x
 lda (),y
 lda <5,x
 lda #"a"
 lda "a"
 asl
 lsr
 jmp (5)
 jmp ($1234
 jmp 5
 bne .
 bne *+5
 lda #-1
 lda #-255
 lda.w #5
 lda.b #5
 jmp.w ($1234)
 lda $10000
 lda (5 ),y
 lda (5) ,y
 stx 5,y
 sty 5,x
 ldx $1234,y
 nop 5
 nop #5
 nop 5,x
 nop $555
 nop $555,x
 lda 5,X
 lda (5),Y
 lda ($fe),y
