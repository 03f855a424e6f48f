; what ECHO prints
; exit 0
; binary 
	processor 6502
	org $f000
a = -5
	echo "text",5,a,[17]d,undefined,"and",*
	echo
	echo "last"
