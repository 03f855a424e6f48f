; The TIA samples CTRLPF bit 0 in the middle of the line: a write in cycle 47 or earlier affects
; the right half, a write in cycle 49 or later does not (netlist; cycle 48 is a race and is
; omitted).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        lda #$30
        sta PF0
        lda #$E1
        sta PF1
        lda #$17
        sta PF2
        rts

Body    SUBROUTINE
cycle  SET 40
        REPEAT 16
          IF cycle != 48
            sta WSYNC
            lda #0
            sta CTRLPF
            lda #1
            SLEEP cycle - 9
            sta CTRLPF
          ENDIF
cycle  SET cycle + 1
        REPEND
        sta WSYNC
        lda #0
        sta CTRLPF
        rts

        VECTORS
