; A read-modify-write instruction on a TIA register first writes back the byte that it read, then
; the result, in adjacent cycles: the two writes are three pixels apart.

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
        ldx #0
        REPEAT 8
          sta WSYNC
          SLEEP 30
          inc COLUBK
          SLEEP 8
          stx COLUBK
        REPEND
        rts

        VECTORS
