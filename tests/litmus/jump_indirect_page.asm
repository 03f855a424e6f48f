; JMP (xxFF) takes the high byte of its target from the start of the same page (6502 vectors), so
; the bar %00111100 is drawn. With the byte from the next page, the program would run into empty
; memory.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        jmp (Vector)
SamePage
        lda #$3C
        bne .show               ; always
NextPage
        lda #$81
.show
        sta WSYNC
        sta PF1
        lda #0
        sta WSYNC
        sta PF1
        rts

        ORG $F600
        .byte >SamePage
        ORG $F6FF
Vector  .byte <SamePage         ; both labels are in the same page
        .byte >NextPage + 1     ; never used: leads one page too far, to empty memory

        VECTORS
