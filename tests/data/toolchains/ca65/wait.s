        .include "vcs.inc"
        .importzp lines
        .export waitLines
        .code
.proc waitLines
        sta lines
loop:   sta WSYNC
        dec lines
        bne loop
        rts
.endproc
