; The program rewrites the playfield registers in mid-line, in the usual ranges of cycles, so all
; forty groups of pixels are independent.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$1C
        sta COLUPF
        rts

Body    SUBROUTINE
        ldy #7
.line   sta WSYNC
        lda Left0,y             ; @4
        sta PF0                 ; @7
        lda Left1,y
        sta PF1                 ; @14
        lda Left2,y
        sta PF2                 ; @21
        SLEEP 7                 ; @28
        lda Right0,y
        sta PF0                 ; @35
        lda Right1,y
        sta PF1                 ; @42
        nop
        nop
        lda Right2,y
        sta PF2                 ; @53
        dey
        bpl .line
        lda #0
        sta PF0
        sta PF1
        sta PF2
        rts

Left0   .byte $80,$90,$A0,$B0,$C0,$D0,$E0,$F0
Left1   .byte $81,$42,$24,$18,$18,$24,$42,$81
Left2   .byte $01,$03,$07,$0F,$1F,$3F,$7F,$FF
Right0  .byte $10,$20,$30,$40,$50,$60,$70,$F0
Right1  .byte $F0,$0F,$F0,$0F,$AA,$55,$AA,$55
Right2  .byte $FF,$7F,$3F,$1F,$0F,$07,$03,$01

        VECTORS
