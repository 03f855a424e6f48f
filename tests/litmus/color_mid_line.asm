; A write to COLUP0, COLUP1 or COLUPF takes effect exactly at the end of the write (netlist; four of
; five consoles).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #$FF
        sta GRP0
        sta PF0
        sta PF1
        sta PF2
        lda #7
        sta NUSIZ0
        sta WSYNC
        SLEEP 30
        sta RESP0
        rts

Body    SUBROUTINE
delay  SET 26
        REPEAT 10
        sta WSYNC
        lda #$1E
        ldx #$C6
        ldy #$42
        SLEEP delay
        sta COLUPF
        sta COLUP0
        stx COLUPF
        sty COLUP0
delay  SET delay + 1
        REPEND
        lda #0
        sta WSYNC
        sta PF0
        sta PF1
        sta PF2
        rts

        VECTORS
