; A game in two banks, in the usual style for this console.

	processor 6502
	include "vcs.h"
	include "macros.h"

LINES_VISIBLE	= 192
HEIGHT		= 9
COLOR_SKY	= $84
DEBUG		= 0

	seg.u variables
	org $80
frame		ds 1
score		ds 3		; BCD
playerX		ds 2
playerY		ds 2
shape		ds.w 1
digits		ds 12
temp		= digits
stackTop	= $ff
	ECHO [$100 - .]d, "bytes of RAM left"

	MAC BANK_HEAD	; number
	seg bank{1}
	org $1000 + {1} * $1000, $ff
	rorg $f000
BANK	SET {1}
Start{1}
	cmp $fff8 + {1}
	ENDM

	MAC VECTORS
	org $1ffa + BANK * $1000
	rorg $fffa
	.word Start{1}, Start{1}, Start{1}
	ENDM

	BANK_HEAD 0
	jmp Begin
Begin	POWER_ON
	POINT shape, Shapes
	lda #COLOR_SKY
	sta COLUBK
	sta.w COLUPF
Main	SUBROUTINE
	FRAME_SYNC
	lda #43
	sta TIM64T
	jsr ReadSticks
	jsr Update
.wait	lda INTIM
	bne .wait
	sta WSYNC
	sta VBLANK
	ldx #LINES_VISIBLE
Kernel	sta WSYNC		; 3
	txa
	sec
	sbc playerY
	cmp #HEIGHT
	bcc .draw
	lda #0
	beq .store
.draw	tay
	lda (shape),y
.store	sta GRP0
	DELAY 7
	sta HMOVE
	dex
	bne Kernel
	SAME_PAGE Kernel
	lda #2
	sta VBLANK
	jmp Main

Update	SUBROUTINE
	inc frame
	lda frame
	and #$1f
	bne .done
	sed
	clc
	lda score
	adc #1
	sta score
	lda score+1
	adc #0
	sta score+1
	cld
.done	rts

ReadSticks SUBROUTINE
	ldx #1
.player	lda SWCHA
	cpx #0
	beq .first
	asl
	asl
	asl
	asl
.first	asl
	bcs .left
	inc playerX,x
.left	asl
	bcs .up
	dec playerX,x
.up	asl
	bcs .down
	lda playerY,x
	cmp #LINES_VISIBLE-HEIGHT
	bcs .down
	inc playerY,x
.down	dex
	bpl .player
	rts

FILLED	SET 0
	EDGE 0
Shapes
I	SET 0
	REPEAT HEIGHT
	.byte (I * 37 + $55) & $ff
I	SET I + 1
	REPEND
Digits
	hex 3c6666666666663c
	hex 18 38 18 18 18 18 18 3c
	.byte %00111100, %01100110, %00000110
	dc.b "SCORE", 0, 'A, 'B
Table	.byte <Shapes, <Digits, <Table
	.byte >Shapes, >Digits, >Table
	.word Shapes - 1, Digits, Start1
	align 256, $ea
	IF DEBUG
	jmp Nowhere
	ELSE
	.byte "release"
	ENDIF
	FREE "bank 0:", $fffa
	VECTORS 0

	BANK_HEAD 1
	jmp Begin
	lax (shape),y
	sax temp
	dcp temp,x
	isb temp
	sbx #5
	lda Begin,y
	cmp #<Begin
Far	bcs .over
	jmp Near
.over
	ds 140, $ea
Near	nop
	FREE "bank 1:", $fffa
	VECTORS 1
