; how arguments are split and inserted
; exit 0
; binary 01020304050601020378a9077b317d07ad0af061620102
	processor 6502
	org $f000
	mac m
	.byte {1},{2} ; comment
	endm
	MACRO all
	.byte {0}
	ENDM
	mac glue
lab{1}x {2} #{3}
{1}y = {3}
	.byte "{1}",{1}y
	endm
	m 1,2
	M 3 , 4
	.m 5,  6
	all 1,2,3,"x"
	glue k,lda,7
	lda labkx
	m "a","b"
x	m 1,2
