; ECHO prints the texts of the last pass only: numbers in hexadecimal, [ ]d in decimal.
; exit 0
; binary 4c0310ea
	processor 6502
	org $1000
	echo "first", later, [later]d, -1, "", nowhere
	jmp later
later	nop
