; JSR with S = $00 pushes to $0100 and $01FF: the stack pointer wraps inside page 1, where RAM
; is seen at $80-$FF.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        tsx
        stx $80
        ldx #$80
        txs
        lda #$3C
        pha
        pla
        tsx
        stx $81
        ldx $80
        txs
        lda $80+0
        lda $81
        sta WSYNC
        sta PF1
        lda $0180
        sta WSYNC
        sta PF2
        lda #0
        sta WSYNC
        sta PF1
        sta PF2
        rts

        VECTORS
