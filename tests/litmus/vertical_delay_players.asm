; VDELP0: a new GRP0 is shown only after a write to GRP1. VDELP1: a new GRP1, after a write to GRP0.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$84
        sta COLUP1
        sta WSYNC
        SLEEP 30
        sta RESP0
        SLEEP 3
        sta RESP1
        lda #1
        sta VDELP0
        sta VDELP1
        rts

Body    SUBROUTINE
        ldx #8
.line   sta WSYNC
        txa
        asl
        asl
        asl
        sta GRP0
        sta WSYNC
        ora #1
        sta GRP1
        sta WSYNC
        dex
        bne .line
        stx GRP0
        stx GRP1
        stx GRP0
        rts

        VECTORS
