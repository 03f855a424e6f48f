	processor 6502
	include "vcs.h"
	include "macro.h"

 org $f000
 MAC M1
  IF {1} == 0
   MEXIT
  ENDIF
  .byte {1}
 ENDM
 MAC M2
.n SET 0
 REPEAT {1}
.x,.n,"" = *
  .byte .n*{2} & $ff
.n SET .n + 1
  M1 .n & 1
 REPEND
 ENDM
 M2 4, 3
 M2 2, 7
T1 M1 5
 MAC POS
  IF {2} > 127
   IF {2} > 255
    ECHO "value", {2}, "too large in {1}"
    ERR
   ENDIF
   lda #{2}-256
  ELSE
   lda #{2}
  ENDIF
  sta {1}
 ENDM
 POS $80, 5
 POS $81,200
