	lda #1
