; the address * in brackets
; exit 3
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Illegal Addressing mode 'asl #>[$f3]*[*]'.
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
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error '5/2/[*]+[*],2'.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error ''.
; error Syntax Error '5,5/2/[*]+[*],2'.
 processor 6502
 org $1010
k5 = 7
 .byte >[$f3]*[*]
 .byte <[$f3]*[*]&1
 .byte 1
 asl #>[$f3]*[*]
 lda #>[$f3]*[*]
 lda #>[$f3]*[*]><k5==162
 .byte 1,<k5<172>(*)*3
 .byte 1,k5<172>(*)*3
 .byte 1,k5<172>(*)
 .byte k5<172>(*)
 .byte k5<172>[3+*]
 .byte k5<172>[-3]
 .byte 5<17>[*]*2,2
 .word 5/[*]*2,2
 .word 5/2*[*]*2,2
 .word 5/2/[*]*2,2
 .word 5/2/[*]+[*],2
 .word 5,5/2/[*]+[*],2
 .word 5,5/2/*/3
 .word 5/2/*/3
