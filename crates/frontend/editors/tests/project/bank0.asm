        seg bank0
        org $1000
        rorg $f000
Start   sei
        cld
        ldx #$ff
        txs
        STORE LIVES, lives
Frame   SUBROUTINE
        STORE 2, VSYNC
        WAIT 3
        STORE 0, VSYNC
        WAIT 37
        STORE 0, VBLANK
        sta WSYNC
        lda colors
        sta COLUBK
        ldy #7
.ship   sta WSYNC
        lda Ship,y
        sta GRP0
        dey
        bpl .ship
        WAIT 183
        STORE 2, VBLANK
        WAIT 30
        jmp Frame
Ship    .byte $18,$3c,$7e,$ff,$ff,$7e,$3c,$18
        align 256
        ds  $ec
        CALL_BANK1 Music
        ds  3
