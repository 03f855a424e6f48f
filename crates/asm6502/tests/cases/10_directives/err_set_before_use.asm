; An equate must not change its value; a counter needs SET.
; exit 3
; error EQU: Value mismatch.
; error EQU: Value mismatch.
	processor 6502
	org $1000
n = 0
n = n+1
	.byte n
