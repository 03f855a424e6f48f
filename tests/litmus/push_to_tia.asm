; The stack pointer can point at TIA registers: PHP to ENABL turns the ball on or off according to
; the zero flag.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        lda #$20
        sta CTRLPF
        sta WSYNC
        SLEEP 40
        sta RESBL
        rts

Body    SUBROUTINE
        tsx
        stx $80
        ldy #10
.line   sta WSYNC
        ldx #ENABL
        txs
        cpy #5
        php
        dey
        bne .line
        sta WSYNC
        sty ENABL
        ldx $80
        txs
        rts

        VECTORS
