; TIA reads $0E and $0F, and bit 6 of inputs and CXBLPF, give 0 (console report: test program).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        lda $0E
        and #$C0
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        lda $0F
        and #$C0
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        lda $06
        and #$C0
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        lda $08
        and #$40
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        lda $0B
        and #$40
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        lda $0C
        and #$40
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        lda $0D
        and #$40
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        rts

        VECTORS
