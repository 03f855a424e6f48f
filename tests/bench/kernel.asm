; Benchmark: a kernel that writes to the TIA almost all the time. Every line writes the whole
; playfield twice, both players and two colors; almost no cycle is spent waiting for WSYNC.

        include "frame.inc"

        SEG.U ram
        ORG $80
offset  ds 1
line    ds 1

        SEG code
        ORG $F000
        GAME_FRAME

Start   SUBROUTINE
        lda #$35
        sta NUSIZ0
        sta NUSIZ1
        lda #$C6
        sta COLUPF
        sta WSYNC
        SLEEP 30
        sta RESP0
        SLEEP 9
        sta RESP1
        rts

Game    SUBROUTINE
        inc offset
        rts

Tail    SUBROUTINE
        rts

Kernel  SUBROUTINE
        lda #192
        sta line
        ldy offset
.line   sta WSYNC               ; 3     @0
        sty COLUBK              ; 3     @3
        lda Pattern,y           ; 4
        sta PF0                 ; 3     @10
        sta GRP0                ; 3     @13
        lda Pattern+1,y         ; 4
        sta PF1                 ; 3     @20
        lda Pattern+2,y         ; 4
        sta PF2                 ; 3     @27
        sta GRP1                ; 3     @30
        lda Pattern+3,y         ; 4
        sta PF0                 ; 3     @37
        sta COLUP0              ; 3     @40
        lda Pattern+4,y         ; 4
        sta PF1                 ; 3     @47
        iny                     ; 2
        lda Pattern+5,y         ; 4
        sta PF2                 ; 3     @56
        sta COLUPF              ; 3     @59
        dec line                ; 5     @64
        bne .line               ; 3     @67     up to @72 if Pattern,y crosses a page
        lda #0
        sta PF0
        sta PF1
        sta PF2
        rts

        ORG $FE00               ; arbitrary bytes, so that no two lines are alike
Pattern
.value  SET 17
        REPEAT 262
.value  SET [.value * 73 + 41] & $FF
        IF . < $FFF0
        .byte .value
        ENDIF
        REPEND

        ORG $FFFC
        .word Reset
        .word Reset
