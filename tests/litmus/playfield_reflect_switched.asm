; CTRLPF bit 0 is looked at in the middle of the line: a write in cycle 47 or before governs
; the right half, one from 49 on does not (netlist; 48 is a race and left out).

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
count  SET 40
        REPEAT 16
          IF count != 48
            sta WSYNC
            lda #0
            sta CTRLPF
            lda #1
            SLEEP count - 9
            sta CTRLPF
          ENDIF
count  SET count + 1
        REPEND
        sta WSYNC
        lda #0
        sta CTRLPF
        rts

        VECTORS
