; A library as small as can be, then the code of game.bas in the form of the compiler's output.
 processor 6502
VSYNC = $00
WSYNC = $02
COLUP0 = $06
COLUBK = $09
INPT4 = $0C
SWCHA = $280
TIM64T = $296
INTIM = $284
player0x = $80
a = $D4
frames = a

 ORG $F000
start
 sei
 cld
 ldx #$FF
 txs
 jmp game

drawscreen
 lda #2
 sta VSYNC
 sta WSYNC
 sta WSYNC
 sta WSYNC
 lda #0
 sta VSYNC
 ldx #2
drawpart
 lda #150
 sta TIM64T
drawloop
 lda INTIM
 bne drawloop
 sta WSYNC
 dex
 bne drawpart
 rts

game
.L00 ;;line 1;;  rem Counts frames and shows the count as the color of the background.

.L01 ;;line 2;;  dim frames = a

.L02 ;;line 3;;  frames = 0

	LDA #0
	STA frames
.
 ;;line 4;; 

.main
 ;;line 5;; main

.L03 ;;line 6;;  frames = frames  +  1

	INC frames
.L04 ;;line 7;;  COLUBK = frames

	LDA frames
	STA COLUBK
.L05 ;;line 8;;  if joy0left then player0x = player0x  -  1

 bit SWCHA
	BVS .skipL05
.condpart0
	DEC player0x
.skipL05
.L06 ;;line 9;;  if joy0fire then gosub blink

 bit INPT4
	BMI .skipL06
.condpart1
 jsr .blink
.skipL06
.L07 ;;line 10;;  drawscreen

 jsr drawscreen
.L08 ;;line 11;;  goto main

 jmp .main
.
 ;;line 12;; 

.blink
 ;;line 13;; blink

.L09 ;;line 14;;  COLUP0 = $1E

	LDA #$1E
	STA COLUP0
.L010 ;;line 15;;  return

	RTS
 if ECHOFIRST
 endif
ECHOFIRST = 1
 ORG $FFFC
 .word start
 .word start
