; the forms of the label field
; exit 0
; binary eaeaeaeaea05070108ea
	processor 6502
	org $f000
one: nop
two:nop
three nop
^four nop
  ^  five nop
x=5
y =6
z= 7
#ifconst x
	.byte x,y,z
#endif
	#if x == 5
	.byte 1
	#endif
nop
	.byte <nop
:	nop
