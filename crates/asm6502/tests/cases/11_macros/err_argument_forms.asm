; valid and invalid forms of macro arguments
; exit 3
; error Value in 'byte byte 61440' must be <$100.
; error Illegal character '}'.
; error Syntax Error '"{0}", '{1}'.
; error Illegal Addressing mode 'lda (foo&255)'.
; error Not enough args passed to Macro.
; error Illegal character '{1}'.
; error Illegal character '}'.
	PROCESSOR 6502
	ORG $F000
	MAC m
{1}	.byte {2}
	ENDM
	MAC n
.a	SET {1}
	IF {1} > 0
	m lab{1},{1}
	n {1}-1
	ENDIF
	ENDM
	MAC o
	ldx #{0}
	.byte "{0}", '{1}
	ENDM
	MAC opt
	IFCONST {1}
	.byte 1
	ENDIF
	ENDM
	m foo,5
	m foo2 , 5
 m	foo3	,	5
	M foo4,foo
	.m foo5,1
	n 3
	o 1
	opt zed
zed = 1
	opt zed
	MAC P0
	.byte {1}+{2}
	ENDM
	P0 [1,2],3
	P0 1,2,3
	P0 "a","b"
	P0 #1,2
	P0 (1),(2)
	MAC LOOPM
.l	dex
	bne .l
	IF {1}
	LOOPM {1}-1
	ENDIF
	bne .l
	ENDM
	LOOPM 2
	MAC Q
	lda {1}
	ENDM
	Q #5
	Q <foo
	Q #<foo
	Q (foo&255),y
	Q
