; one expression per line
; exit 0
; binary 0e000000250000000800000003000000f4ffffff010000001000000009000000050000000600000000000000ffffffff020000000100000000000000010000000300000000000000000000000000000001000000610000006200000063610000350000000d00000035000000fbffffff0000000000000000000000000d00000000000000010000000000000005000000fdfffffffeffffff0100000000000000010000006200000020000000adf0000060e10100b7000000050000001f0000007f0000003300000030000000010000000000000005000000060000000c0000000500000003000000696968670300000005000000
	processor 6502
	org $f000
a equ 12
b equ 5
c equ 3
	dc.l a+b/c--1
	dc.l a*c--1
	dc.l a-b--1
	dc.l a%b--1
	dc.l -[a]
	dc.l [a/b]-1
	dc.l [a+b]-1
	dc.l 1+2]*3
	dc.l - -5
	dc.l -~5
	dc.l !-5
	dc.l ~!5
	dc.l 5>>1
	dc.l 5>=5
	dc.l 5=>3
	dc.l 5><3
	dc.l 1?2?3
	dc.l 0?5
	dc.l 1&&0
	dc.l 
	dc.l 1
	dc.l "ab"
	dc.l "ab"+1
	dc.l [5]d
	dc.l [a]d+1
	dc.l (5)d
	dc.l -[5]d
	dc.l 0x
	dc.l $
	dc.l %
	dc.l <a+1
	dc.l >a<<8
	dc.l 1<<64
	dc.l 1<<-1
	dc.l 5%0
	dc.l -17/5
	dc.l -17%5
	dc.l 5!=4
	dc.l 5< <4
	dc.l 5 > > 1
	dc.l 'a+1
	dc.l '
	dc.l *+1
	dc.l 2**
	dc.l 3+*&255
	dc.l %101
	dc.l 0x1F
	dc.l 0177
	dc.l [1+2]d
	dc.l [a==b]d
	dc.l 1,
	dc.l 5)
	dc.l 5]]+1
	dc.l a,b
	dc.l 1 2+
	dc.l "abcdefghij"-1
	dc.l 7&3
	dc.l 6^3
