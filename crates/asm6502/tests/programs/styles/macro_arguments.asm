	processor 6502
	include "vcs.h"
	include "macro.h"
 org $f000
 mac jne
 beq .skip{1}
 jmp {1}
.skip{1}
 endm
 mac addw ; a,b,dst
 clc
 lda {1}
 adc {2}
 sta {3}
 lda {1}+1
 adc {2}+1
 sta {3}+1
 endm
 mac movb
 lda {1}
 sta {2}
 endm
lp addw $80,$82,$84
 addw ptr,ptr+2,$90
 movb #<lp,ptr
 movb #>lp,ptr+1
 movb (ptr),$80
 movb "A",5
 movb 'A,5
 jne lp
 jne lp
{1} nop
 movb #5
 movb
ptr = $a0
