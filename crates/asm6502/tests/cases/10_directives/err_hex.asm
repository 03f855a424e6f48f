; characters that are not hexadecimal digits
; exit 5
; binary 1230
; error Syntax Error 'Bad Hex Digit g'.
; error Syntax Error 'Bad Hex Digit '.
	processor 6502
	org $f000
	hex 12 3g 5
