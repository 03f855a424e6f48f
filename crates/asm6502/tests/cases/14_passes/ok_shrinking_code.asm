; Zero-page names are defined last, so the code shrinks, labels move, and there are four passes.
; exit 0
; binary 4c0e10a5809581ad0e1034313130a580d0fc
	processor 6502
	org $1000
	jmp end
	lda v1
	sta v2,x
	if * - end < 100
	lda [end]
	endif
	.byte [end]d
end	lda v1
	bne end
v1 = $80
v2 = v1+1
