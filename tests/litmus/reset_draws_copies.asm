; In the line of a reset, the first copy is not drawn, but the others are (console report: Missile
; Command).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$FF
        sta GRP0
        lda #2
        sta ENAM1
        rts

Body    SUBROUTINE
copies SET 1
        REPEAT 6
        lda #copies
        sta NUSIZ0
        sta NUSIZ1
        sta WSYNC
        SLEEP 24
        sta RESP0
        SLEEP 20
        sta RESM1
        sta WSYNC
copies SET copies + 1
        REPEND
        rts

        VECTORS
