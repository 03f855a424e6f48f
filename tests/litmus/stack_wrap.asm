; PHA with S = $80 writes to $0180, which is RAM $80, and S becomes $7F: the stack pointer can
; leave RAM.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        tsx
        stx $90
        ldx #$80
        txs
        lda #$3C
        pha
        pla
        tsx
        stx $81
        ldx $90
        txs
        lda $81
        sta WSYNC
        sta PF1
        lda $80
        sta WSYNC
        sta PF2
        lda #0
        sta WSYNC
        sta PF1
        sta PF2
        rts

        VECTORS
