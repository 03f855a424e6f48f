; Without CTRLPF bit 2, players and missiles are in front of ball and playfield, and those with
; number 0 are in front of those with number 1.

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$FF
        sta PF0
        sta PF1
        sta GRP0
        sta GRP1
        lda #5
        sta NUSIZ0
        lda #$37
        sta NUSIZ1
        lda #2
        sta ENAM0
        sta ENAM1
        sta ENABL
        sta WSYNC
        SLEEP 30
        sta RESP0
        sta RESP1
        sta RESM0
        sta RESM1
        sta RESBL
        rts

Body    SUBROUTINE
        LINES 4
        lda #4
        sta CTRLPF
        LINES 4
        lda #$34
        sta CTRLPF
        LINES 4
        lda #0
        sta CTRLPF
        rts

        VECTORS
