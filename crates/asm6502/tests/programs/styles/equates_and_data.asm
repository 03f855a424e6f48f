	processor 6502
	include "vcs.h"
	include "macro.h"
 org $f000
lda_tab
 .byte <[lda_tab-1], >[lda_tab-1]
X1 = 5
X2 EQU X1*[X1+1]/2
X3 = (X1 << 4) | $0F
 lda #X3
 lda #<X3
 .byte X2,X3,~X3 & $FF,!X1,-X1
 DC.L $12345678,-1
 DC.S $1234
 DC.W "AB",'A
 dc.l "AB"
 long 5
 byte "x",0
 word 1,2
 .byte.b 5
