; A change of a missile's width while it is being drawn can turn it on again (netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #2
        sta ENAM0
        rts

Body    SUBROUTINE
delay  SET 36
        REPEAT 10
        lda #$30
        sta NUSIZ0
        ldx #0
        sta WSYNC
        SLEEP 36
        sta RESM0
        sta WSYNC
        SLEEP delay
        stx NUSIZ0
        sta NUSIZ0
        sta WSYNC
delay  SET delay + 1
        REPEND
        lda #0
        sta NUSIZ0
        rts

        VECTORS
