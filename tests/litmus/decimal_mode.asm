; Decimal arithmetic of the NMOS 6502, including invalid digits: playfield bits show the results and
; flags of ADC and SBC (6502 vectors).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        sed
        ldx #7
.next   lda Left,x
        clc
        adc Right,x
        php
        sta WSYNC
        sta PF1
        pla
        sta PF2
        lda Left,x
        sec
        sbc Right,x
        php
        sta WSYNC
        sta PF1
        pla
        sta PF2
        dex
        bpl .next
        cld
        lda #0
        sta WSYNC
        sta PF1
        sta PF2
        rts

Left    .byte $09,$19,$99,$0A,$1F,$00,$81,$FA
Right   .byte $01,$28,$01,$0B,$F1,$01,$92,$0F

        VECTORS
