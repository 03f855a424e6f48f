; HMOVE right after WSYNC moves an object by the signed high nibble of HMxx: +7 (left) to -8
; (right). The line with the HMOVE has eight blank pixels at the left.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$FF
        sta GRP0
        rts

Body    SUBROUTINE
        ldx #0
.value  sta WSYNC
        SLEEP 41
        sta RESP0
        stx HMP0
        sta WSYNC
        sta HMOVE
        sta WSYNC
        txa
        clc
        adc #$10
        tax
        bne .value
        rts

        VECTORS
