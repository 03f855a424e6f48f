	processor 6502
	include "vcs.h"
	include "macro.h"
 org $f000
 ifconst VCS_H
 echo VERSION_VCS, VERSION_MACRO
 endif
 ifnconst PAL
PAL = 0
 endif
 if PAL
 lda #1
 else
 if !PAL && VERSION_VCS >= 105
 lda #2
 else
 lda #3
 endif
 endif
 IF PAL != 0
 ENDIF
 ifnconst FOO
  if 1 == 1
   nop
  endif
 else
  if FOO
  endif
 endif ; x
