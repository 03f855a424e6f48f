; Collisions of pixels that VBLANK hides are not latched (console report: RAM-Pong; netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$FF
        sta GRP0
        sta GRP1
        sta WSYNC
        SLEEP 30
        sta RESP0
        sta RESP1
        lda #$70
        sta HMP1
        sta WSYNC
        sta HMOVE
        rts

Body    SUBROUTINE
        sta WSYNC
        lda #2
        sta VBLANK
        sta CXCLR
        sta WSYNC
        sta WSYNC
        lda CXPPMM
        and #$C0
        sta WSYNC
        sta PF1
        ldx #0
        stx VBLANK
        sta WSYNC
        sta WSYNC
        lda CXPPMM
        and #$C0
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        rts

        VECTORS
