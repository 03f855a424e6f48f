; RAM answers at $80-$FF, at $180-$1FF, and with any A10 and A11, as long as A12 and A9 are
; low and A7 is high.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        lda #$5A
        sta $90
        ldx #4
.next   lda #0
        sta WSYNC
        sta PF1
        dex
        bmi .done
        lda Low,x
        sta $80
        lda High,x
        sta $81
        ldy #0
        lda ($80),y
        sta WSYNC
        sta PF1
        jmp .next
.done   sta WSYNC
        rts

Low     .byte $90,$90,$90,$90
High    .byte $01,$04,$0D,$21

        VECTORS
