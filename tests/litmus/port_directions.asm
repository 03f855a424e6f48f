; SWCHB: output bits read the latch, input bits read the switches. SWCHA: an output bit reads 1 only
; if both the pin and the latch are 1 (hardware notes).

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
