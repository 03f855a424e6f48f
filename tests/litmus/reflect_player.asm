; REFP0 bit 3 mirrors a player. A change while the player is being drawn takes effect one pixel
; after the write (netlist, console report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$97
        sta GRP0
        lda #7
        sta NUSIZ0
        sta WSYNC
        SLEEP 40
        sta RESP0
        rts

Body    SUBROUTINE
cycle  SET 40
        REPEAT 16
          sta WSYNC
          lda #0
          sta REFP0
          lda #8
          SLEEP cycle - 9
          sta REFP0
cycle  SET cycle + 1
        REPEND
        sta WSYNC
        lda #0
        sta REFP0
        rts

        VECTORS
