; With VDELBL on, the ball shows the value that ENABL had at the last write to GRP1.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        lda #$20
        sta CTRLPF
        sta WSYNC
        SLEEP 40
        sta RESBL
        lda #1
        sta VDELBL
        rts

Body    SUBROUTINE
        lda #2
        sta WSYNC
        sta ENABL
        sta WSYNC
        sta GRP1
        sta WSYNC
        lda #0
        sta ENABL
        sta WSYNC
        sta GRP1
        sta WSYNC
        rts

        VECTORS
