; Listing columns, marks and TABs, and bytes that are left over from unlisted lines.
; exit 0
; binary a905010203040102030405aabbea0abd80000100070707070707070707070707070707070707070761096202ffffffffffffffffffffffffffffffffffffffff
	processor 6502
	seg.u ram
	org $80
var	ds 2
	seg code
	org $1000
a_label_that_is_long	lda	#5	; a comment
short	.byte 1,2,3,4
more	.byte 1,2,3,4,5	;	with	tabs
	if 0
hidden	nop
	endif
big = $12345
small = 5
neg = -1
	list off
	.byte $aa,$bb
	list on
; the listing shows the bytes of the unlisted line here
	mac two
	nop	; not listed
	{1}
	endm
	two asl
	LDA.w var,X
	Word 1
	ds 20,7
	.byte	"a	b"  ,  2
lab: = 3
 #if 1
 #endif
	org $12345
	nop
