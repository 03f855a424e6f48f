; INC WSYNC writes twice. Both writes happen before WSYNC stops the processor, because RDY stops the
; processor only at its next read.

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
        REPEAT 4
          inc WSYNC
          SLEEP 30
          lda #$1E
          sta COLUBK
          SLEEP 3
          lda #0
          sta COLUBK
        REPEND
        sta WSYNC
        rts

        VECTORS
