; Several writes to RESP0 in a line draw one player many times, because the player's second copy
; follows each reset.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$99
        sta GRP0
        lda #1
        sta NUSIZ0
        rts

Body    SUBROUTINE
        REPEAT 6
          sta WSYNC
          SLEEP 20
          sta RESP0
          SLEEP 4
          sta RESP0
          SLEEP 4
          sta RESP0
          SLEEP 4
          sta RESP0
        REPEND
        sta WSYNC
        rts

        VECTORS
