; equates of local names that change their values
; exit 3
; error EQU: Value mismatch.
; error EQU: Value mismatch.
; error EQU: Value mismatch.
; error EQU: Value mismatch.
 processor 6502
 org $1000
.a = 1
 nop
.a = 2
b$ = 3
b$ = 4
