	list localoff
	dex
	list localon
	dey
