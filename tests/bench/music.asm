; Benchmark: two voices with envelopes and vibrato. AUDV is written on every second line, as sample
; players do, and the picture shows the level.

        include "frame.inc"

        SEG.U ram
        ORG $80
tick    ds 1
step    ds 1
phase   ds 1
level   ds 2

        SEG code
        ORG $F000
        GAME_FRAME

Start   SUBROUTINE
        lda #4
        sta AUDC0
        lda #12
        sta AUDC1
        lda #$36
        sta COLUPF
        rts

Game    SUBROUTINE
        inc tick
        lda tick
        and #7
        bne .same
        inc step
.same   lda step
        and #15
        tax
        lda Tune,x
        sta AUDF0
        lda tick
        and #3
        clc
        adc Bass,x
        sta AUDF1
        lda tick
        and #7
        eor #7
        asl
        sta level
        lsr
        sta level+1
        sta AUDV1
        rts

Kernel  SUBROUTINE
        ldy #96
.pair   sta WSYNC
        clc
        lda phase
        adc #21
        sta phase
        lsr
        lsr
        lsr
        lsr
        tax
        lda Wave,x
        sta AUDV0
        asl
        asl
        asl
        asl
        sta PF1
        sta COLUBK
        sta WSYNC
        eor phase
        sta PF2
        clc
        lda phase
        adc #5
        sta phase
        lsr
        lsr
        lsr
        lsr
        tax
        lda Wave,x
        sta AUDV0
        SLEEP 10
        dey
        bne .pair
        sty PF1
        sty PF2
        rts

Tail    SUBROUTINE
        lda level
        sta AUDV0
        rts

Tune    .byte 17,17,15,14,14,15,17,19,23,23,19,17,17,19,19,31
Bass    .byte 28,28,26,26,24,24,26,26,28,28,30,30,26,26,28,28
Wave    .byte 0,2,4,6,8,10,12,14,15,14,12,10,8,6,4,2

        ORG $FFFC
        .word Reset
        .word Reset
