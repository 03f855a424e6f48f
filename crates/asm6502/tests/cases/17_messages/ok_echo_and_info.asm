; ECHO prints only in the last pass; numbers are in hexadecimal, or in decimal if written as [ ]d.
; exit 0
; binary 4c0310ea
	processor 6502
	org $1000
	echo "first", later, [later]d, -1, "", nowhere
	jmp later
later	nop
