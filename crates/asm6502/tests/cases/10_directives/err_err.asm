; ERR ends the run
; exit 17
; error ERR pseudo-op encountered.
	processor 6502
	org $f000
	echo "before"
	nop
	err
	nop
