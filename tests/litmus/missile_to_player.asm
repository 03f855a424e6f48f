; RESMP0 hides missile 0. While the player is being drawn, RESMP0 also locks the missile to the
; middle of the player: 4, 6 or 10 pixels from the player's left edge, depending on its size.

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
