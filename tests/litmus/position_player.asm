; RESP0 in every cycle from 4 to 75 of a line: shows the object's position on the next line. With a
; reset in HBLANK, a player is at pixel 3, a missile or ball at 2 (console report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        sta COLUPF
        lda #$FF
        sta GRP0
        rts

Body    SUBROUTINE
cycle  SET 4
        REPEAT 72
          STORE_AT RESP0, cycle
          sta WSYNC
cycle  SET cycle + 1
        REPEND
        rts

        VECTORS
