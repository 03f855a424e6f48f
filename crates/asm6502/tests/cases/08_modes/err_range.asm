; values that do not fit in one or two bytes
; exit 5
; binary a900a900b100ad3412a5d44c00008d0000a9622cd4bd7011
; error Value in 'lda #256' must be <$100.
; error Value in 'negative lda #-256' must be <$100.
; error Value in 'lda ($100),y' must be <$100.
; error Value in 'lda $1234, user requested byte mode' must be <$100.
; error Value in 'negative lda -300' must be <$100.
; error Value in 'jmp $10000' must be <$10000.
; error Value in 'sta $10000' must be <$10000.
; error Value in 'lda #"ab"' must be <$100.
; error Value in 'byte byte 300' must be <$100.
; error Value in 'byte byte -300' must be <$100.
	processor 6502
	org $f000
	lda #256
	lda #-256
	lda ($100),y
	lda.b $1234
	lda.b -300
	jmp $10000
	sta.w $10000
	lda #"ab"
	.byte 300,-300
	lda 70000,x
