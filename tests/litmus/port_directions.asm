; SWCHB: output bits read back the latch, input bits the switches; SWCHA: a bit reads 1 only
; where pin and latch agree (hardware notes).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        lda #$34
        sta SWBCNT
        lda #$14
        sta SWCHB
        lda SWCHB
        sta WSYNC
        sta PF1
        lda SWBCNT
        sta WSYNC
        sta PF1
        lda #0
        sta SWBCNT
        lda SWCHB
        sta WSYNC
        sta PF1
        lda #$F0
        sta SWACNT
        lda #$A5
        sta SWCHA
        lda SWCHA
        sta WSYNC
        sta PF1
        lda SWACNT
        sta WSYNC
        sta PF1
        lda #0
        sta SWACNT
        lda SWCHA
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        rts

        VECTORS
