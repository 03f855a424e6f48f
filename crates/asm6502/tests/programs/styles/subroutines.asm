	processor 6502
	include "vcs.h"
	include "macro.h"
 org $f000
l1 subroutine
.a nop
 bne .a
 bne .b
.b nop
 mac z
 subroutine
.a nop
 bne .a
 endm
 z
 bne .a
l2 subroutine x y
.a nop
 bne .a
 z
 z
 bne l2
