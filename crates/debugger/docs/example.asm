; The example in the debugger's manual: a square that moves to the right.

        processor 6502

VSYNC   = $00
VBLANK  = $01
WSYNC   = $02
COLUP0  = $06
COLUBK  = $09
RESP0   = $10
GRP0    = $1b
HMP0    = $20
HMOVE   = $2a

        MAC WAIT_LINES          ; waits for {1} scanlines; changes X
        ldx #{1}
.wait   sta WSYNC
        dex
        bne .wait
        ENDM

        SEG.U ram
        org $80
frames  ds 1
shape   ds 2
        SEG code
        org $f000

Start   cld
        ldx #$ff
        txs
        lda #0
        sta frames
        sta VSYNC
        lda #$3c
        sta shape
        lda #$46
        sta COLUP0
        sta WSYNC
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        nop
        sta RESP0

Frame   lda #2
        sta VSYNC
        WAIT_LINES 3
        lda #0
        sta VSYNC
        lda #2
        sta VBLANK
        jsr Move
        WAIT_LINES 37
        lda #0
        sta VBLANK
        jsr Picture
        lda #2
        sta VBLANK
        WAIT_LINES 30
        jmp Frame

;--- Move: one pixel to the right ---------------------------------------------------
Move    lda #$f0
        sta HMP0
        sta WSYNC
        sta HMOVE
        inc frames
        rts

;--- Picture: 191 scanlines, the square in 16 of them --------------------------------
Picture ldy #191
.line   sta WSYNC
        sty COLUBK
        tya
        and #$f0
        cmp #$60
        beq .square
        lda #0
        beq .show
.square lda shape
.show   sta GRP0
        dey
        bne .line
        rts

        org $fffc
        .word Start
        .word Start
