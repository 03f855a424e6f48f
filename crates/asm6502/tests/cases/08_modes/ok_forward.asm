; forward references, some of which turn out to be zero-page addresses in a later pass
; exit 0
; binary a58096808d0ef0d0054c0ef0a90eea
	processor 6502
	org $f000
	lda later
	stx later,y
	sta after
	bne after
	jmp after
	lda #<after
after nop
later = $80
