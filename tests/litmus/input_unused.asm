; In reads of the TIA at $0E and $0F, D7 and D6 are 0; in reads of INPTx and CXBLPF, D6 is 0.
; Source: a test program on a real console.

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
