; RESMP0 hides missile 0 and, while the player is drawn, locks it to the player's middle: 4, 6
; and 10 pixels in for the three sizes.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$FF
        sta GRP0
        lda #2
        sta ENAM0
        sta WSYNC
        SLEEP 40
        sta RESP0
        rts

Body    SUBROUTINE
        ldx #2
.size   lda Sizes,x
        sta NUSIZ0
        lda #2
        sta RESMP0
        LINES 3
        lda #0
        sta RESMP0
        sta GRP0
        LINES 2
        lda #$FF
        sta GRP0
        LINES 2
        dex
        bpl .size
        lda #0
        sta NUSIZ0
        rts

Sizes   .byte 0,5,7

        VECTORS
