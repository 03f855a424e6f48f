; an unknown processor
; exit 27
; error Processor 'z80' not supported.
	processor z80
