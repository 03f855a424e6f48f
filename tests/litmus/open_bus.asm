; A read of the TIA drives only bits 7 and 6. The other bits keep the previous byte on the bus, here
; the instruction's operand (console report: typical, not guaranteed).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        sta CXCLR
        lda CXM0P
        sta WSYNC
        sta PF1
        lda $0110+CXM0P
        sta WSYNC
        sta PF1
        lda $3F
        sta WSYNC
        sta PF1
        ldx #5
        lda $30,x
        sta WSYNC
        sta PF1
        lda $1F,x
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        rts

        VECTORS
