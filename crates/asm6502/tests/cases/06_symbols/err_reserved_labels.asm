; exit 3
; error Label mismatch...
 processor 6502
 org $1000
e eqm ..
 nop
.
 nop
. nop
.. nop
 .byte ..
... nop
 .byte ...
 dv e 5
 .byte ..
.: .byte 1
* .byte 2
*
 .byte ..,*
.. = 7
 .byte ..
... = 7
 .byte ...
.. set 9
 .byte ..
. set $1100
 .byte 1
* set $1200
 .byte 1
.	= $1300
 .byte 1
* equ $1400
 .byte 3
.. eqm 5
 .byte ..
.x$ nop
$ nop
a.b nop
a.$ nop
 jmp a.b
 bne .x$
