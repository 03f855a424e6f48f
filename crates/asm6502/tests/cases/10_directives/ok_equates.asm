; assignments of all kinds
; exit 0
; binary 01020506aaaaaaaaaaaaaaaaaaaaaaaa06aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa06aaaaaaaa2507
	processor 6502
	org $f000
a = 1
b equ a+1
c set 5
	.byte a,b,c
c set c+1
	.byte c
. = $f010
	.byte c
* = $f020,$aa
	.byte c
.=.+4
	.byte <.
fwd = later
later = 7
	.byte fwd
