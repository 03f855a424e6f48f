; A second PROCESSOR with another name.
; exit 30
; error Only one processor type may be selected.
	processor 6502
	processor 68705
