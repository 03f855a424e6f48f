; A change of the ball's width while it is being drawn can turn it on again (netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #2
        sta ENABL
        rts

Body    SUBROUTINE
delay  SET 36
        REPEAT 10
        lda #$30
        sta CTRLPF
        ldx #0
        sta WSYNC
        SLEEP 36
        sta RESBL
        sta WSYNC
        SLEEP delay
        stx CTRLPF
        sta CTRLPF
        sta WSYNC
delay  SET delay + 1
        REPEND
        lda #0
        sta CTRLPF
        rts

        VECTORS
