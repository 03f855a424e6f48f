.proc   waitLines
        sta lines
loop    sta WSYNC
        dec lines
        bne loop
        rts
.endp
