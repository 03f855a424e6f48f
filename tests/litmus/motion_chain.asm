; A routine that positions an object at any pixel: it divides by 15, looks up the fine motion in a
; table, and strobes HMOVE.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$FF
        sta GRP0
        rts

Body    SUBROUTINE
        ldx #0
.next   txa
        sta WSYNC
        sec
.div    sbc #15
        bcs .div
        eor #7
        asl
        asl
        asl
        asl
        sta HMP0
        sta RESP0
        sta WSYNC
        sta HMOVE
        sta WSYNC
        txa
        clc
        adc #5
        tax
        cpx #160
        bcc .next
        rts

        VECTORS
