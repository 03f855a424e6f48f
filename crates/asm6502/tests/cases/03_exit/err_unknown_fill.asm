; An ORG whose fill byte is not yet known ends the run.
; exit 26
; error Value Undefined.
	processor 6502
	org $1000,later
later	nop
