; Marks and value fields in the symbol file: R, S, str, eqm, local names, large and negative values.
; exit 0
; binary a901a90305106120737472696e67ea4c0e10d0fed0fe
	processor 6502
	org $1000
used = 1
unused = 2
again = 3
	lda #used
	lda #again
again = 3
text = "a string"
form eqm *+1
	.word form
	.byte text
label	nop
	jmp label
.dot	bne .dot
1$	bne 1$
minus = -1
wide = $123456789
	ifconst never_there
	endif
Case = 1
case = 2
_ = 3
