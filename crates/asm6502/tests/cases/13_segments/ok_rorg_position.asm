; exit 0
; binary ea8002eaea7fff
; A `.` or `*` in the operand of RORG stands for the address before the relocation.
        processor 6502
        org $1000
        nop
        rorg $80
q       byte <q
        rend
        rorg .
r       byte <r
        nop
        rend
        nop
        rorg *+$7a
s       byte <s
        rend
        seg other
        org $1006
        rorg .+$f0
t       byte <[t+9]
        rend
