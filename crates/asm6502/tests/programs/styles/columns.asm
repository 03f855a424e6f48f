	processor 6502
	include "vcs.h"
	include "macro.h"
 org $f000
Start:
   lda #0 ;no tab
	sta	COLUBK;comment directly
  inc $80;c
.1 dex
 bne .1
 1$ nop
2$ nop
 bne 2$
 jmp Start;
;end
;;double
 ;indented
			; tabs
*=$f100
 nop
 * = $f200
 nop
