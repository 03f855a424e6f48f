; an error in a macro is reported at the line that calls the macro
; exit 5
; binary eaea
; error Unknown Mnemonic 'bad'.
; error Unknown Mnemonic 'bad'.
	processor 6502
	org $f000
	mac m
	nop
	bad {1}
	endm
	mac o
	m {1}
	endm
	o 5
	o 6
