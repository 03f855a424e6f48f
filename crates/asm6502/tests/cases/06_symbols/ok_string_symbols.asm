; symbols whose values are strings, also in the symbol file
; exit 0
; binary 616268652079610062006361313706
	processor 6502
	org $f000
s = "ab"
t setstr he  y
	.byte s,t
	.word s
	.word s+1
u = [17]d
	.byte u
e eqm 1+2
	.byte e*2
