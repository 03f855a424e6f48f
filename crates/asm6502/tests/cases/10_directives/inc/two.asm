	lda #2
	end
	bad
