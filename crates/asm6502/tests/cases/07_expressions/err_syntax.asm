; invalid expressions
; exit 5
; binary 0000000000000000000000000000050005000500010000000000020000000d0006000200000062000500080002000c00010005000000000000000500200007000100020000000300000000000000
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error '*5'.
; error Syntax Error '5 5'.
; error Syntax Error '[1 2]+3'.
; error Syntax Error '1,,2'.
; error Syntax Error ',1'.
; error Syntax Error '5 6+7'.
; error Syntax Error '(5)6'.
; error Syntax Error '1 ~ 2'.
; error Syntax Error '1 ~ 2'.
; error Syntax Error ''.
; error Syntax Error '"a" "b"'.
; error Syntax Error '[5]d5'.
; error Syntax Error '08'.
; error Syntax Error '%2'.
; error Syntax Error '1a'.
; error Illegal character '\1'.
; error Syntax Error '5\1'.
; error Syntax Error ''ab'.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error '5..'.
; error Syntax Error 'a$b'.
; error Syntax Error '#'A' '.
; error Syntax Error '7,,2,3'.
; error Syntax Error '7,,2,3'.
; error Syntax Error ''.
; error Syntax Error '5+[],7'.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
	processor 6502
	org $f000
a equ 12
b equ 5
c equ 3
	dc.w a+b/c*-1
	dc.w a/c--1
	dc.w a&b&-1
	dc.w -[a]+-[b]
	dc.w 5+
	dc.w 5 + + 3
	dc.w +5
	dc.w *5
	dc.w 5 5
	dc.w [1 2]+3
	dc.w 1,,2
	dc.w ,1
	dc.w 5 6+7
	dc.w (5)6
	dc.w 1 ~ 2
	dc.w 1!1
	dc.w "a" "b"
	dc.w [5]d5
	dc.w 08
	dc.w %2
	dc.w 1a
	dc.w 5\1
	dc.w 'ab
	dc.w ?5
	dc.w 5 = = 4
	dc.w 5..
	dc.w a$b
	dc.w #'A'
	dc.w 7,,2,3
	dc.w 5+[],7
	dc.w 1+[]+2
	dc.w [5-]
