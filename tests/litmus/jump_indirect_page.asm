; JMP (xxFF) takes its high byte from the start of the same page (6502 vectors). The bar is
; %00111100 if the byte comes from the same page, and %10000001 if it comes from the next page.

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
Vector  .byte <SamePage         ; both labels share the low byte's page
        .byte >NextPage + 1     ; a page further: it would run into empty memory

        VECTORS
