; Trigger inputs read $80 if nothing is pressed. VBLANK D6 turns on their latches. The unused bit 6
; reads 0 (console report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        lda INPT4
        and #$C0
        sta WSYNC
        sta PF1
        lda #$40
        sta VBLANK
        lda INPT5
        and #$C0
        sta WSYNC
        sta PF1
        lda #0
        sta VBLANK
        lda CXPPMM
        and #$C0
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        rts

        VECTORS
