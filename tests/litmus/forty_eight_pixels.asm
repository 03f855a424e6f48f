; The six-digit kernel: both players have three close copies with VDELPx on, and the program
; rewrites GRPx between the copies.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        sta COLUP1
        lda #3
        sta NUSIZ0
        sta NUSIZ1
        lda #1
        sta VDELP0
        sta VDELP1
        sta WSYNC
        SLEEP 36
        sta RESP0
        sta RESP1
        lda #$10
        sta HMP1
        sta WSYNC
        sta HMOVE
        rts

Body    SUBROUTINE
        ldy #7
.line   sta WSYNC
        lda Digits,y
        sta GRP0
        lda Digits+8,y
        sta GRP1
        lda Digits+16,y
        sta GRP0
        lda Digits+40,y
        sta $80
        lda Digits+32,y
        tax
        lda Digits+24,y
        SLEEP 2
        sta GRP1
        stx GRP0
        ldx $80
        stx GRP1
        sta GRP0
        dey
        bpl .line
        lda #0
        sta GRP0
        sta GRP1
        sta GRP0
        rts

Digits
        .byte   $3C,$66,$66,$66,$66,$66,$66,$3C, $7E,$18,$18,$18,$18,$78,$38,$18
        .byte   $7E,$60,$60,$3C,$06,$06,$46,$3C, $3C,$46,$06,$0C,$0C,$06,$46,$3C
        .byte   $0C,$0C,$7E,$4C,$4C,$2C,$1C,$0C, $7C,$46,$06,$7C,$60,$60,$60,$7E

        VECTORS
