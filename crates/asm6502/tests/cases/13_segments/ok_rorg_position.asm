; exit 0
; binary ea8002eaea7fff
; In the operand of RORG, `.` and `*` are the address before the relocation, not the new one.
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
