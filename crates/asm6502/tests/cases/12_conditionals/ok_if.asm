; all conditional directives
; exit 0
; binary 01040608ea
	processor 6502
	org $f000
	if 1
	.byte 1
	else
	.byte 2
	endif
	IF 0
	.byte 3
	ELSE
	.byte 4
	EIF
	ifconst nothing
	.byte 5
	endif
	ifnconst nothing
	.byte 6
	endif
	ifndef later
	.byte 7
	endif
	if later > $f000
	.byte 8
	endif
	if 0
x	ifconst y
	else
	if 1
	endif
	endif
	endif
later nop
	else
	endif
	if 1
