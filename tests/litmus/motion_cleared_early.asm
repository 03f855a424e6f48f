; HMCLR right after HMOVE stops the motion before it ends (console report: objects end up in the
; wrong place).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$FF
        sta GRP0
        sta GRP1
        lda #2
        sta ENABL
        rts

Body    SUBROUTINE
delay  SET 2
        REPEAT 12
        lda #$70
        sta HMP0
        lda #$90
        sta HMP1
        lda #$40
        sta HMBL
        sta WSYNC
        SLEEP 40
        sta RESP0
        SLEEP 3
        sta RESP1
        SLEEP 3
        sta RESBL
        sta WSYNC
        sta HMOVE
        SLEEP delay
        sta HMCLR
        sta WSYNC
        sta WSYNC
delay  SET delay + 2
        REPEND
        rts

        VECTORS
