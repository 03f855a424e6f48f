; A player or missile does not show its first copy in the line in which it is reset, but a ball
; does. A player's other copies do appear (console report: Missile Command).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$FF
        sta GRP0
        lda #2
        sta ENABL
        sta ENAM1
        lda #$03
        sta NUSIZ0
        rts

Body    SUBROUTINE
cycle  SET 24
        REPEAT 8
          STORE_AT RESP0, cycle
          SLEEP 4
          sta RESM1
          SLEEP 4
          sta RESBL
          sta WSYNC
cycle  SET cycle + 5
        REPEND
        rts

        VECTORS
