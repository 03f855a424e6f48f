; comments of both kinds, and comment characters after quotes
; exit 0
; binary 01613b623b020304ea05ea2206610962202063a920
	processor 6502
	org $f000
a	.byte 1	; plain
	.byte "a;b"	; a semicolon in a string
	.byte ';,2	; a semicolon after a quote
	.byte 3 /* in the line */ ,4
	nop /* open
	nop
	*/ .byte 5 ; after the end of a block comment
	nop /* a */ ; x /* y */
/* first
 ; second
*/
	.byte '",6
	.byte "a	b  c"
	lda #'
