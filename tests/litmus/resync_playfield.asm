; A bit that shifts along the playfield registers selects what is drawn. Neither RSYNC nor blanking
; stops it: the first groups of the next line show the last bits of PF2 or, if the right half was
; reflected, the first bits of PF0 (netlist, `rsync_l`). Lines are cut to 69, 72, 75 and 78 clocks,
; then to 147, 150, 153 and 156; then to these four again, with the right half reflected.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

        MAC CUT_LINES           ; {1} = the cycle of the first RSYNC
cycle  SET {1}
          REPEAT 4
            sta WSYNC
            SLEEP cycle - 2
            sta RSYNC
            LINES 2
cycle  SET cycle + 1
          REPEND
        ENDM

Body    SUBROUTINE
        lda #$F0
        sta PF2                 ; the last four bits of a half
        CUT_LINES 21
        CUT_LINES 47
        lda #1
        sta CTRLPF
        lda #$60
        sta PF0                 ; the second and third bit of a half
        lda #0
        sta PF2
        CUT_LINES 47
        lda #0
        sta PF0
        sta CTRLPF
        rts

        VECTORS
