; Indexed reads take an extra cycle if they cross a page; indexed stores always take it. The
; position of a color change shows the number of cycles.

        include "litmus.inc"

Setup   SUBROUTINE
        rts

Body    SUBROUTINE
        MAC MARK
          lda #$1E
          sta COLUBK
          SLEEP 3
          lda #0
          sta COLUBK
        ENDM
        ldx #1
        sta WSYNC
        SLEEP 30
        lda $FD10,x
        MARK
        sta WSYNC
        SLEEP 30
        lda $FCFF,x
        MARK
        sta WSYNC
        SLEEP 30
        sta $0110,x
        MARK
        sta WSYNC
        SLEEP 30
        sta $017F,x
        MARK
        sta WSYNC
        SLEEP 30
        inc $0181,x
        MARK
        sta WSYNC
        rts

        VECTORS
