; Benchmark: a 2 KiB cartridge in the style of an early game. Two tanks shoot in a field with walls,
; and turn back when the collision registers show a wall; the playfield shows a score, and engines
; make noise. The program steers both tanks.

        include "frame.inc"

        SEG.U ram
        ORG $80
playerX ds 2
playerY ds 2
speedX  ds 2
speedY  ds 2
shotX   ds 2
shotY   ds 2
score   ds 2
random  ds 1
line    ds 1
clock   ds 1
digits  ds 10

        SEG code
        ORG $F800
        GAME_FRAME

Start   SUBROUTINE
        lda #30
        sta playerX
        lda #40
        sta playerY
        lda #110
        sta playerX+1
        lda #120
        sta playerY+1
        lda #1
        sta speedX
        sta speedY+1
        lda #$FF
        sta speedX+1
        sta speedY
        lda #$46
        sta COLUP0
        lda #$86
        sta COLUP1
        lda #$1C
        sta COLUPF
        lda #$11
        sta CTRLPF
        sta random
        rts

Game    SUBROUTINE
        inc clock
        ldx #1
.tank   lda CXP0FB,x
        bpl .free               ; no wall
        lda #0
        sec
        sbc speedX,x
        sta speedX,x
        lda #0
        sec
        sbc speedY,x
        sta speedY,x
        sed
        lda score,x
        clc
        adc #1
        sta score,x
        cld
.free   jsr Random
        and #$1F
        bne .straight
        lda #0
        sec
        sbc speedY,x
        sta speedY,x
.straight
        clc
        lda playerX,x
        adc speedX,x
        cmp #150
        bcc .inX
        lda #20
.inX    sta playerX,x
        clc
        lda playerY,x
        adc speedY,x
        cmp #170
        bcc .inY
        lda #20
.inY    sta playerY,x
        lda shotX,x
        clc
        adc #3
        cmp #156
        bcc .flying
        lda playerY,x
        adc #3
        sta shotY,x
        lda playerX,x
.flying sta shotX,x
        dex
        bpl .tank
        sta CXCLR
        ldx #3
.place  lda playerX,x
        cpx #2
        bcc .object
        lda shotX-2,x
.object jsr Place
        dex
        bpl .place
        sta WSYNC
        sta HMOVE
        rts

; Sets object X (0 and 1 are players, 2 and 3 missiles) to pixel A.
Place   SUBROUTINE
        sta WSYNC
        sec
.divide sbc #15
        bcs .divide
        eor #7
        asl
        asl
        asl
        asl
        sta HMP0,x
        sta RESP0,x
        rts

Random  SUBROUTINE
        lda random
        asl
        bcc .keep
        eor #$1D
.keep   sta random
        rts

Kernel  SUBROUTINE
        ldx #10
.score  sta WSYNC
        txa
        lsr
        tay
        lda score
        and Masks,y
        sta PF1
        lda score+1
        and Masks,y
        sta PF2
        dex
        bne .score
        stx PF1
        stx PF2
        ldy #181
.line   sta WSYNC
        tya
        lsr
        lsr
        lsr
        lsr
        tax
        lda Walls0,x
        sta PF0
        lda Walls1,x
        sta PF1
        tya
        sec
        sbc playerY
        cmp #8
        bcs .noTank0
        tax
        lda Tank,x
        .byte $2C
.noTank0
        lda #0
        sta GRP0
        tya
        sec
        sbc playerY+1
        cmp #8
        bcs .noTank1
        tax
        lda Tank,x
        .byte $2C
.noTank1
        lda #0
        sta GRP1
        dey
        bne .line
        sty PF0
        sty PF1
        sta WSYNC
        rts

Tail    SUBROUTINE
        lda #8
        sta AUDC0
        lda clock
        lsr
        lsr
        and #15
        sta AUDF0
        lda #4
        sta AUDV0
        lda SWCHA
        eor #$FF
        and #$80
        beq .still
        inc playerX
.still  rts

Tank    .byte $18,$18,$DB,$FF,$FF,$DB,$DB,$C3
Masks   .byte $FF,$81,$BD,$A5,$BD,$FF
Walls0  .byte $F0,$10,$10,$10,$10,$10,$10,$10,$10,$10,$10,$F0
Walls1  .byte $FF,$00,$00,$18,$18,$00,$00,$18,$18,$00,$00,$FF

        ORG $FFFC
        .word Reset
        .word Reset
