; A second PROCESSOR that names a different processor.
; exit 30
; error Only one processor type may be selected.
	processor 6502
	processor 68705
