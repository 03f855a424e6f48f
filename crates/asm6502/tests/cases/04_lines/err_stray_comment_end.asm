; the end of a block comment without a beginning
; exit 5
; binary eaeaea
; error Multi-line comment closed without open.
; error Multi-line comment closed without open.
; error Syntax Error ''.
	processor 6502
	org $f000
	nop
*/	nop
	nop */
