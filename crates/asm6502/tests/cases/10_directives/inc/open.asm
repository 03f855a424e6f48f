	if 0
	bogus
