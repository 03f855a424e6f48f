; label names that are built from parts at assembly time
; exit 0
; binary eaea0500050309
	processor 6502
	org $f000
I set 3
lab,I,"" = 5
lab,I,"x": nop
lab,"a","b" nop
	.byte lab3,<lab3x
q set lab,I
	.byte q
lab,I = 3
	.byte lab1
n12 = 9
w set n,1,"2"
	.byte w
