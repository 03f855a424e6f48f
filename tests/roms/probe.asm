; Shows its inputs on the screen, so that keys, switches and sound can be tested from outside.
;
; The picture has 262 lines: 3 of vertical sync, 37 blank, 192 visible, 30 blank. The visible lines
; are three bands of 64:
;   upper    background color = SWCHA, PF1 = SWCHB; the playfield is white (bit 7 leftmost, 4 pixels
;            per bit)
;   middle   background black, PF1 = SWCHA
;   lower    background black, PF1 = %ab000000: a = 1: left button up, b = 1: right button up
; The left fire button turns on channel 0 (a square wave of 31400 / 2 / 30 = 523 Hz), the right fire
; button channel 1 (31400 / 6 / 30 = 174 Hz).

        processor 6502

VSYNC   = $00
VBLANK  = $01
WSYNC   = $02
COLUPF  = $08
COLUBK  = $09
CTRLPF  = $0A
PF0     = $0D
PF1     = $0E
PF2     = $0F
AUDC0   = $15
AUDC1   = $16
AUDF0   = $17
AUDF1   = $18
AUDV0   = $19
AUDV1   = $1A
INPT4   = $3C
INPT5   = $3D
SWCHA   = $0280
SWCHB   = $0282

        SEG.U ram
        ORG $80
buttons ds 1                    ; %ab000000, as shown in the lower band

        SEG code
        ORG $F000
Start
        sei
        cld
        ldx #$FF
        txs
        lda #0
.clear  sta $00,x
        dex
        bne .clear
        sta $00
        lda #$0E
        sta COLUPF
        lda #4                  ; square wave, divided by two
        sta AUDC0
        lda #12                 ; square wave, divided by six
        sta AUDC1
        lda #29
        sta AUDF0
        sta AUDF1

Frame
        lda #2
        sta VBLANK
        sta VSYNC
        ldx #3
        jsr Lines
        lda #0
        sta VSYNC

        lda INPT4               ; update the sound from the buttons once per frame
        and #$80
        sta buttons
        asl
        lda #0
        bcs .left
        lda #8
.left   sta AUDV0
        lda INPT5
        and #$80
        asl
        lda #0
        bcs .right
        lda #8
.right  sta AUDV1
        lda INPT5
        and #$80
        lsr
        ora buttons
        sta buttons
        ldx #37
        jsr Lines

        lda #0
        sta VBLANK
        lda SWCHA
        sta COLUBK
        lda SWCHB
        sta PF1
        ldx #64
        jsr Lines
        lda #0
        sta COLUBK
        lda SWCHA
        sta PF1
        ldx #64
        jsr Lines
        lda buttons
        sta PF1
        ldx #64
        jsr Lines

        lda #2
        sta VBLANK
        lda #0
        sta PF1
        ldx #30
        jsr Lines
        jmp Frame

Lines                           ; waits for X scanlines
        sta WSYNC
        dex
        bne Lines
        rts

        ORG $FFFA
        .word Start
        .word Start
        .word Start
