; PF0 is drawn from bit 4 up, PF1 from bit 7 down, PF2 from bit 0 up. Each bit is four color clocks
; wide. The right half repeats the left half.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        ldx #0
.line   sta WSYNC
        lda Pf0Bits,x
        sta PF0
        lda Pf1Bits,x
        sta PF1
        lda Pf2Bits,x
        sta PF2
        inx
        cpx #20
        bne .line
        sta WSYNC
        lda #0
        sta PF0
        sta PF1
        sta PF2
        rts

Pf0Bits .byte $10,$20,$40,$80,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0
Pf1Bits .byte 0,0,0,0,$80,$40,$20,$10,$08,$04,$02,$01,0,0,0,0,0,0,0,0
Pf2Bits .byte 0,0,0,0,0,0,0,0,0,0,0,0,$01,$02,$04,$08,$10,$20,$40,$80

        VECTORS
