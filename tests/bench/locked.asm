; Benchmark: both missiles are locked to their players all the time, as in games that fire from the
; player's position. The players move by HMOVE on every fourth line; the picture changes on every
; line.

        include "frame.inc"

        SEG.U ram
        ORG $80
offset  ds 1
speed   ds 1

        SEG code
        ORG $F000
        GAME_FRAME

Start   SUBROUTINE
        lda #$2A
        sta COLUP0
        lda #$C8
        sta COLUP1
        lda #$84
        sta COLUBK
        lda #$10
        sta NUSIZ0
        lda #$25
        sta NUSIZ1
        lda #2
        sta RESMP0
        sta RESMP1
        sta ENAM0
        sta ENAM1
        sta WSYNC
        SLEEP 30
        sta RESP0
        SLEEP 12
        sta RESP1
        rts

Game    SUBROUTINE
        inc offset
        lda offset
        and #$10
        asl
        ora #$10
        sta speed
        rts

Kernel  SUBROUTINE
        ldx #48
        ldy offset
.four   sta WSYNC
        sta HMOVE
        lda Pattern,y
        sta GRP0
        lda speed
        sta HMP0
        eor #$F0
        sta HMP1
        jsr .line
        jsr .line
        jsr .line
        dex
        bne .four
        stx GRP0
        stx GRP1
        rts

.line   iny
        sta WSYNC
        lda Pattern,y
        sta GRP0
        eor #$FF
        sta GRP1
        rts

Tail    SUBROUTINE
        sta WSYNC
        lda CXPPMM
        sta CXCLR
        rts

        ORG $FE00               ; arbitrary bytes, so that no two lines are alike
Pattern
.value  SET 3
        REPEAT 256
.value  SET [.value * 5 + 77] & $FF
        IF . < $FFF0
        .byte .value
        ENDIF
        REPEND

        ORG $FFFC
        .word Reset
        .word Reset
