	processor 6502
	include "vcs.h"
	include "macro.h"

BANK SET 0
  MAC START_BANK ; name
    SEG CODE_{1}
    ORG  $1000*(BANK+1), $FF
    RORG $F000
{1}_START
BANK SET BANK+1
  ENDM
  MAC END_BANK
    ECHO "Bank {1}:", [{1}_START]d, "..", *, [($F000+$FF4)-*]d, "free"
    ORG $1000*(BANK)+$FF4, $00
    RORG $FFF4
    .byte 0,0,0,0
    ORG $1000*BANK+$FFC
    RORG $FFFC
    .word {1}_START, {1}_START
  ENDM
  START_BANK A
a1 lda #1
.l bne .l
 jmp b1
  END_BANK A
  START_BANK B
b1 lda #2
 jsr a1
  END_BANK B
