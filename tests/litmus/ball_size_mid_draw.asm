; The width of the ball is changed while the ball is drawn; the ball can switch on again (netlist).

        include "litmus.inc"

Setup   SUBROUTINE
        COLORS
        lda #2
        sta ENABL
        rts

Body    SUBROUTINE
count  SET 36
        REPEAT 10
        lda #$30
        sta CTRLPF
        ldx #0
        sta WSYNC
        SLEEP 36
        sta RESBL
        sta WSYNC
        SLEEP count
        stx CTRLPF
        sta CTRLPF
        sta WSYNC
count  SET count + 1
        REPEND
        lda #0
        sta CTRLPF
        rts

        VECTORS
