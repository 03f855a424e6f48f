; TIA registers answer at every address with A12 and A7 low: $49, $0109, $0E09 are COLUBK.

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
        lda #$16
        sta WSYNC
        sta $49
        lda #$26
        sta WSYNC
        sta $0109
        lda #$36
        sta WSYNC
        sta.w $0E09
        lda #$46
        sta WSYNC
        sta $2009
        lda #0
        sta WSYNC
        sta COLUBK
        rts

        VECTORS
