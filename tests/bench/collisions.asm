; Benchmark: collisions are read and cleared on every line of the picture, as in games that find
; out on which line a hit occurred.

        include "frame.inc"

        SEG.U ram
        ORG $80
offset  ds 1
hits    ds 1

        SEG code
        ORG $F000
        GAME_FRAME

Start   SUBROUTINE
        lda #$2A
        sta COLUP0
        lda #$C8
        sta COLUP1
        lda #$0E
        sta COLUPF
        lda #$31
        sta CTRLPF
        sta PF1
        lda #2
        sta ENAM0
        sta ENABL
        sta WSYNC
        SLEEP 30
        sta RESP0
        sta RESM0
        SLEEP 6
        sta RESP1
        sta RESBL
        rts

Game    SUBROUTINE
        inc offset
        lda #$10
        sta HMP0
        sta WSYNC
        sta HMOVE
        lda #0
        sta hits
        rts

Kernel  SUBROUTINE
        ldx #192
        ldy offset
.line   sta WSYNC
        sta CXCLR
        lda Pattern,y
        sta GRP0
        eor #$3C
        sta GRP1
        iny
        SLEEP 30
        bit CXPPMM
        bpl .none
        inc hits
.none   dex
        bne .line
        stx GRP0
        stx GRP1
        rts

Tail    SUBROUTINE
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
