; A trailing comma adds no argument; consecutive blanks in a macro's body become one.
; exit 5
; error Not enough args passed to Macro.
; error Illegal character '{2}'.
; error Illegal character '}'.
	processor 6502
	org $1000
	mac two
	.byte   {1}  ,  {2}
	endm
	two 1,2
	two 3,
