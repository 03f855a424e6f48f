; every mnemonic in every addressing mode; the comment on each line is the opcode
; exit 0
; binary 6912651275126d34127d3412793412611271120b122912251235122d34123d3412393412211231128b126b120a061216120e34121e34124b129003b003f00324122c34123003d0031003005003700318d858b8c912c512d512cd3412dd3412d93412c112d112e012e412ec3412c012c412cc3412c712d712cf3412df3412db3412c312d312c612d612ce3412de3412ca884912451255124d34125d341259341241125112e612f612ee3412fe3412e8c8e712f712ef3412ff3412fb3412e312f3124c34126c3412203412bb3412a712b712af3412bf3412a312b312a912a512b512ad3412bd3412b93412a112b112a212a612b612ae3412be3412a012a412b412ac3412bc34124a461256124e34125e3412ab12ea8012041214120c34121c34120912051215120d34121d3412
	processor 6502
	org $f000
	adc #$12	; 69
	adc $12	; 65
	adc $12,x	; 75
	adc $1234	; 6D
	adc $1234,x	; 7D
	adc $1234,y	; 79
	adc ($12,x)	; 61
	adc ($12),y	; 71
	anc #$12	; 0B
	and #$12	; 29
	and $12	; 25
	and $12,x	; 35
	and $1234	; 2D
	and $1234,x	; 3D
	and $1234,y	; 39
	and ($12,x)	; 21
	and ($12),y	; 31
	ane #$12	; 8B
	arr #$12	; 6B
	asl 	; 0A
	asl $12	; 06
	asl $12,x	; 16
	asl $1234	; 0E
	asl $1234,x	; 1E
	asr #$12	; 4B
	bcc *+5	; 90
	bcs *+5	; B0
	beq *+5	; F0
	bit $12	; 24
	bit $1234	; 2C
	bmi *+5	; 30
	bne *+5	; D0
	bpl *+5	; 10
	brk 	; 00
	bvc *+5	; 50
	bvs *+5	; 70
	clc 	; 18
	cld 	; D8
	cli 	; 58
	clv 	; B8
	cmp #$12	; C9
	cmp $12	; C5
	cmp $12,x	; D5
	cmp $1234	; CD
	cmp $1234,x	; DD
	cmp $1234,y	; D9
	cmp ($12,x)	; C1
	cmp ($12),y	; D1
	cpx #$12	; E0
	cpx $12	; E4
	cpx $1234	; EC
	cpy #$12	; C0
	cpy $12	; C4
	cpy $1234	; CC
	dcp $12	; C7
	dcp $12,x	; D7
	dcp $1234	; CF
	dcp $1234,x	; DF
	dcp $1234,y	; DB
	dcp ($12,x)	; C3
	dcp ($12),y	; D3
	dec $12	; C6
	dec $12,x	; D6
	dec $1234	; CE
	dec $1234,x	; DE
	dex 	; CA
	dey 	; 88
	eor #$12	; 49
	eor $12	; 45
	eor $12,x	; 55
	eor $1234	; 4D
	eor $1234,x	; 5D
	eor $1234,y	; 59
	eor ($12,x)	; 41
	eor ($12),y	; 51
	inc $12	; E6
	inc $12,x	; F6
	inc $1234	; EE
	inc $1234,x	; FE
	inx 	; E8
	iny 	; C8
	isb $12	; E7
	isb $12,x	; F7
	isb $1234	; EF
	isb $1234,x	; FF
	isb $1234,y	; FB
	isb ($12,x)	; E3
	isb ($12),y	; F3
	jmp $1234	; 4C
	jmp ($1234)	; 6C
	jsr $1234	; 20
	las $1234,y	; BB
	lax $12	; A7
	lax $12,y	; B7
	lax $1234	; AF
	lax $1234,y	; BF
	lax ($12,x)	; A3
	lax ($12),y	; B3
	lda #$12	; A9
	lda $12	; A5
	lda $12,x	; B5
	lda $1234	; AD
	lda $1234,x	; BD
	lda $1234,y	; B9
	lda ($12,x)	; A1
	lda ($12),y	; B1
	ldx #$12	; A2
	ldx $12	; A6
	ldx $12,y	; B6
	ldx $1234	; AE
	ldx $1234,y	; BE
	ldy #$12	; A0
	ldy $12	; A4
	ldy $12,x	; B4
	ldy $1234	; AC
	ldy $1234,x	; BC
	lsr 	; 4A
	lsr $12	; 46
	lsr $12,x	; 56
	lsr $1234	; 4E
	lsr $1234,x	; 5E
	lxa #$12	; AB
	nop 	; EA
	nop #$12	; 80
	nop $12	; 04
	nop $12,x	; 14
	nop $1234	; 0C
	nop $1234,x	; 1C
	ora #$12	; 09
	ora $12	; 05
	ora $12,x	; 15
	ora $1234	; 0D
	ora $1234,x	; 1D
	ora $1234,y	; 19
	ora ($12,x)	; 01
	ora ($12),y	; 11
	pha 	; 48
	php 	; 08
	pla 	; 68
	plp 	; 28
	rla $12	; 27
	rla $12,x	; 37
	rla $1234	; 2F
	rla $1234,x	; 3F
	rla $1234,y	; 3B
	rla ($12,x)	; 23
	rla ($12),y	; 33
	rol 	; 2A
	rol $12	; 26
	rol $12,x	; 36
	rol $1234	; 2E
	rol $1234,x	; 3E
	ror 	; 6A
	ror $12	; 66
	ror $12,x	; 76
	ror $1234	; 6E
	ror $1234,x	; 7E
	rra $12	; 67
	rra $12,x	; 77
	rra $1234	; 6F
	rra $1234,x	; 7F
	rra $1234,y	; 7B
	rra ($12,x)	; 63
	rra ($12),y	; 73
	rti 	; 40
	rts 	; 60
	sax $12	; 87
	sax $12,y	; 97
	sax $1234	; 8F
	sax ($12,x)	; 83
	sbc #$12	; E9
	sbc $12	; E5
	sbc $12,x	; F5
	sbc $1234	; ED
	sbc $1234,x	; FD
	sbc $1234,y	; F9
	sbc ($12,x)	; E1
	sbc ($12),y	; F1
	sbx #$12	; CB
	sec 	; 38
	sed 	; F8
	sei 	; 78
	sha $1234,y	; 9F
	sha ($12),y	; 93
	shs $1234,y	; 9B
	shx $1234,y	; 9E
	shy $1234,x	; 9C
	slo $12	; 07
	slo $12,x	; 17
	slo $1234	; 0F
	slo $1234,x	; 1F
	slo $1234,y	; 1B
	slo ($12,x)	; 03
	slo ($12),y	; 13
	sre $12	; 47
	sre $12,x	; 57
	sre $1234	; 4F
	sre $1234,x	; 5F
	sre $1234,y	; 5B
	sre ($12,x)	; 43
	sre ($12),y	; 53
	sta $12	; 85
	sta $12,x	; 95
	sta $1234	; 8D
	sta $1234,x	; 9D
	sta $1234,y	; 99
	sta ($12,x)	; 81
	sta ($12),y	; 91
	stx $12	; 86
	stx $12,y	; 96
	stx $1234	; 8E
	sty $12	; 84
	sty $12,x	; 94
	sty $1234	; 8C
	tax 	; AA
	tay 	; A8
	tsx 	; BA
	txa 	; 8A
	txs 	; 9A
	tya 	; 98
