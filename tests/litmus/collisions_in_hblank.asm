; Motion pulses move objects across one another during HBLANK, but only collisions of visible pixels
; are latched (console report: Thrust; netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$80
        sta GRP0
        sta GRP1
        lda #$70
        sta HMP0
        lda #$80
        sta HMP1
        rts

Body    SUBROUTINE
        sta WSYNC
        SLEEP 30
        sta RESP0
        SLEEP 20
        sta RESP1
        REPEAT 12
        sta WSYNC
        sta HMOVE
        sta CXCLR
        SLEEP 30
        lda CXPPMM
        and #$80
        lsr
        sta PF1
        REPEND
        lda #0
        sta WSYNC
        sta PF1
        rts

        VECTORS
