; CTRLPF bits 5-4 make the ball 1, 2, 4 or 8 clocks wide.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        lda #2
        sta ENABL
        sta WSYNC
        SLEEP 41
        sta RESBL
        rts

Body    SUBROUTINE
        ldx #0
.mode   sta WSYNC
        stx CTRLPF
        txa
        clc
        adc #$10
        tax
        cpx #$40
        bne .mode
        sta WSYNC
        lda #0
        sta CTRLPF
        rts

        VECTORS
