; Benchmark: a still picture; every line only waits for WSYNC.

        include "frame.inc"

        SEG code
        ORG $F000
        GAME_FRAME

Start   SUBROUTINE
        lda #$C6
        sta COLUPF
        lda #$A5
        sta PF1
        sta PF2
        rts

Game    SUBROUTINE
        rts

Kernel  SUBROUTINE
        ldx #192
.line   sta WSYNC
        stx COLUBK
        dex
        bne .line
        rts

Tail    SUBROUTINE
        rts

        ORG $FFFC
        .word Reset
        .word Reset
