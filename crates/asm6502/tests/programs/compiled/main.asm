 processor 6502
 include "vcs.h"
 include "macro.h"
 include "header.h"
player0x = $80
a = $d4
bankswitch = 8
 ifconst bankswitch
  if bankswitch == 8
     ORG $1000
     RORG $D000
  endif
  if bankswitch == 16
     ORG $1000
     RORG $9000
  endif
 else
   ORG $F000
 endif
repeatstart
 ifnconst superchip
 sei
 cld
 ldy #0
 lda $D0
 cmp #$2C               ;check RAM location #1
 bne MachineIs2600
 dey
MachineIs2600
 ldx #0
 txa
clearmem
 inx
 txs
 pha
 bne clearmem
 sty temp1
 else
 nop
 endif
temp1 = $9c
 ifconst pfcolors
 lda #>(pfcolors-132)
 endif
game
.L00 ;  const x = 5

.L01 ;  dim y = z

.
 ; 

 ; spaces

.main
 ; main

.L010 ;  for a = 0 to 3
	LDA #0
	STA a
.L010fora
 ; tight
.L011 ;  next

	LDA a
	CMP #3

	INC a
 if ((* - .L010fora) < 127) && ((* - .L010fora) > -128)
	bcc .L010fora
 else
	bcs .0skipL010fora
	jmp .L010fora
.0skipL010fora
 endif
.L012 ;  gosub sub bank2
 sta temp7
 lda #>(ret_point1-1)
 pha
 lda #<(ret_point1-1)
 pha
 lda #>(.sub-1)
 pha
 lda #<(.sub-1)
 pha
 lda temp7
 pha
 txa
 pha
 ldx #2
 jmp BS_jsr
ret_point1
temp7 = $a2
.L013 ;  drawscreen
 jmp .main
; ---- data
.__data
	lda #<.__data
	.byte	$00,$12 ,  $34
   if (<*) > (<(*+7))
	repeat ($100-<*)
	.byte 0
	repend
	endif
 if (<*) < 90
	repeat (90-<*)
	.byte 0
	repend
	endif
playerL06_0
	.byte 0
	.byte        %01111110
BS_jsr
 ifconst MULTISPRITE
 lda #1
 endif
 pla
BS_return
 nop $1FFF,x
BS_continue
 rts
       echo "    ",[(.byt - *)]d , "bytes of ROM space left in bank 1"
.byt
       ECHO "xx"
  if * > $dfe0
  echo "  WARNING: ", [(* - $dfe0)]d, "over"
  err
  endif
  ORG $1FF4-bscode_length
  RORG $DFF4-bscode_length
start_bank1 ldx #$ff
 ifconst FASTFETCH ; using DPC+
 stx FASTFETCH
 endif 
 txs
 if bankswitch == 64
   lda #(((>(start-1)) & $0F) | $F0)
 else
 lda #>(start-1)
 endif
 pha
 lda #<(start-1)
 pha
 pha
 txa
 pha
 tsx
 if bankswitch != 64
   lda 4,x ; get high byte of return address
   rol
   rol
   rol
   rol
   and #bs_mask ;1 3 or 7 for F8/F6/F4
   tax
   inx
 else
   lda 4,x
   tay
 endif
 pla
 tax
 pla
 rts
 if ((* & $1FFF) > ((bankswitch_hotspot & $1FFF) - 1))
   echo "WARNING: size parameter too large"
   ;err
 endif
bs_mask = 1
bscode_length = 48
bankswitch_hotspot = $1FF8
start = repeatstart
 ORG $1FFC
 RORG $DFFC
 .word (start_bank1 & $ffff)
 .word (start_bank1 & $ffff)
 ORG $2000
 RORG $F000
.sub
 SUBROUTINE
.sub
 lda #1
 RETURN
 align 256
 ORG $2FFC
 RORG $FFFC
 .word repeatstart
 .word repeatstart
