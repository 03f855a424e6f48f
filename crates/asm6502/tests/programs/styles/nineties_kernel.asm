	processor 6502
	include "vcs.h"
	include "macro.h"

;------ 1990s style
	SEG.U	Variables
	ORG	$80
Frame	ds	1
Ptr	ds.w	2
Temp	.ds	3,0
Stack	= $FF
	SEG	Code
	ORG	$F000
Start	CLEAN_START
Main	VERTICAL_SYNC
	lda	#43
	sta	TIM64T
WaitVB	lda	INTIM
	bne	WaitVB
	sta	WSYNC
	sta	VBLANK
	ldx	#192
Kernel	sta	WSYNC
	lda	Data,x
	sta	COLUBK
	SLEEP	20
	SLEEP	3
	SLEEP	2
	dex
	bne	Kernel
	SET_POINTER Ptr, Data
	SET_POINTER	Ptr+2,Data+1
	jmp	Main
	if (>Kernel != >*)
	  echo "WARNING: kernel crosses a page at ",Kernel
	endif
	ALIGN 256
Data
	REPEAT 16
	.byte $00,$02,$04
	REPEND
	BOUNDARY 0
	BOUNDARY 16
	.byte 1
	ECHO "----", [$FFFA - *]d, "bytes free before vectors"
	ORG	$FFFA
	.word	Start	; NMI
	.word	Start	; RESET
	.word	Start	; IRQ
	END
