	processor 6502
	include "vcs.h"
	include "macro.h"
 org $f000
t1 = 1
t2 = t1+t3
t3 = 4
 lda t2
 lda #t2
 if t2 = 5
 nop
 endif
 repeat t3
 nop
 repend
 ds t2
 align t3
 org *+t3
 lda t4
 lda t4,x
 lda (t4),y
 stx t4,y
t4 = $44
