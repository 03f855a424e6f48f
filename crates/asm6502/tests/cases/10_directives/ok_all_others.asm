; ALIGN, DC.S, DV, SETSTR, SUBROUTINE, IFNDEF, EIF, TRACE, INCDIR, END, in all their spellings.
; exit 0
; binary 00eeeeeeee1234006100627856341201000000010001010409c19000736f6d6520776f726473d0fed0fe0103000022112211ffffffff010203aaffffffffffff
	processor 6502
	processor 6502
	org $1003
	incdir inc
	align 4
	align 8,$ee
	dc.s $1234,"ab"
	dc.l $12345678
	long 1
	Dc.W 1
	.BYTE 1
scale	eqm [..*..]&$ff
	dv scale 1,2,3,"a"
	dv.w scale 20
str	setstr some words
	.byte str
	subroutine any text
.l	bne .l
other	subroutine
.l	bne .l
	ifndef unknown
	.byte 1
	eif
	ifnconst other
	.byte 2
	else
	.byte 3
	endif
	trace off
	repeat 0
	.byte 4
	repend
	ds 2
	ds.w 2,$1122
	ds.l 1,-1
	hex 01 0203 aAFf
. = $1080
	.byte 5
*	= * + 8
	.byte 6
	incbin "seven.bin"
	end
	bogus
