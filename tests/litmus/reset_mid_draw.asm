; If RESP0 is written while a player of single size is being drawn, the player is still drawn to its
; end, and its copies follow from the new position (console report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$FF
        sta GRP0
        rts

Body    SUBROUTINE
delay  SET 24
        REPEAT 20
          sta WSYNC
          SLEEP 24
          sta RESP0
          sta WSYNC
          SLEEP delay
          sta RESP0
          sta WSYNC
delay  SET delay + 1
        REPEND
        rts

        VECTORS
