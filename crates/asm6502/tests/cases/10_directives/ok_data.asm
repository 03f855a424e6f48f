; data of all sizes
; exit 0
; binary 0001ffff0101023412701178563412ffffffff123400610062610062001234abcd123405050534123412070000000204c2580262e00000000105000000
	processor 6502
	org $f000
	.byte
	byte 1,-1,255,-255
	dc 1,2
	.word $1234,70000
	.long $12345678,-1
	dc.s $1234,"ab"
	dc.w "ab"
	hex 12 34 ab CD
	hex 1234
	hex
	ds 3,5
	ds.w 2,$1234
	ds.l 1,7
	ds 0
e eqm ..*2
	dv e 1,2,"a"
	dv.w e 300,*
	align 4
	.byte 1
	align 3,$ea
	long 5
	dv nothing 5
