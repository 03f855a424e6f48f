; an ORG whose fill byte is undefined
; exit 26
; error Value Undefined.
	processor 6502
	org $f000
	org $1000,u
