; Benchmark: a lot of motion. Both players move, HMOVE is strobed on every line, NUSIZ and REFP
; change within the picture, and a missile has the endless motion of a starfield.

        include "frame.inc"

        SEG.U ram
        ORG $80
offset  ds 1

        SEG code
        ORG $F000
        GAME_FRAME

Start   SUBROUTINE
        lda #$44
        sta COLUP0
        lda #$9A
        sta COLUP1
        lda #2
        sta ENAM0
        sta ENABL
        sta WSYNC
        SLEEP 40
        sta RESP0
        sta RESM0
        sta RESP1
        sta RESBL
        rts

Game    SUBROUTINE
        inc offset
        lda #$70
        sta HMM0
        lda #$60
        sta WSYNC
        sta HMOVE
        SLEEP 15
        sta HMM0
        rts

Kernel  SUBROUTINE
        ldx #192
        ldy offset
.line   sta WSYNC
        sta HMOVE
        lda Pattern,y
        sta GRP0
        eor #$FF
        sta GRP1
        sta NUSIZ0
        sta REFP1
        and #$F0
        SLEEP 6
        sta HMP0
        sta HMBL
        eor #$F0
        sta HMP1
        tya
        sta NUSIZ1
        iny
        dex
        bne .line
        stx GRP0
        stx GRP1
        rts

Tail    SUBROUTINE
        sta WSYNC
        SLEEP 34
        sta RESP0
        sta RESP1
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
