; RESP0 while the player is being drawn: at single size the player is drawn to its end, and its
; copies follow from the new position (console report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$FF
        sta GRP0
        rts

Body    SUBROUTINE
count  SET 24
        REPEAT 20
          sta WSYNC
          SLEEP 24
          sta RESP0
          sta WSYNC
          SLEEP count
          sta RESP0
          sta WSYNC
count  SET count + 1
        REPEND
        rts

        VECTORS
