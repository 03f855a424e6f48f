waitLines .proc
        sta lines
loop    sta WSYNC
        dec lines
        bne loop
        rts
        .pend
