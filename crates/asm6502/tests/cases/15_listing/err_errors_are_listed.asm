; In the listing, each error comes before the line that causes it.
; exit 3
; error Value in 'lda #300' must be <$100.
; error Unknown Mnemonic 'bogus'.
; error Branch out of range (198 bytes).
	processor 6502
	org $1000
	lda #300
	bogus
	lda nowhere
	bne *+200
