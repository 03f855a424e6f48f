; unknown operations, and labels that are not in column 1
; exit 5
; binary 
; error Unknown Mnemonic 'foo'.
; error Unknown Mnemonic 'x'.
; error Unknown Mnemonic '*=$1000'.
; error Unknown Mnemonic '.dc.w'.
; error Unknown Mnemonic 'lab'.
	processor 6502
	org $f000
	foo 5
 x = 5
 *=$1000
	.dc.w 5
	lab : nop
