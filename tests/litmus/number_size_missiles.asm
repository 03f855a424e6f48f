; NUSIZx bits 5-4 make a missile 1, 2, 4 or 8 clocks wide. Bits 2-0 give the missile the same copies
; as its player.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP1
        lda #2
        sta ENAM1
        sta WSYNC
        SLEEP 30
        sta RESM1
        rts

Body    SUBROUTINE
        ldx #0
.mode   sta WSYNC
        txa
        and #$37
        sta NUSIZ1
        inx
        cpx #64
        bne .mode
        lda #0
        sta NUSIZ1
        rts

        VECTORS
