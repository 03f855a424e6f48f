; Tests how the debugger interprets names and addresses. The bank is at $D000, and a variable has
; the name of a built-in word (`frame`). Two routines run in RAM: one is assembled with RORG for its
; address in RAM, the other is not.

        processor 6502

COLUBK  = $09

        SEG.U ram
        org $80
count   ds 1
frame   ds 1
copy    ds 16
        SEG code
        org $d000

Start   ldx #$ff
        txs
        ldx #0
        stx count
.more   lda Source,x
        sta inram,x
        lda Plain,x
        sta copy,x
        inx
        cpx #8
        bne .more

Loop    inc count
        lda Data
        jsr inram
        jsr copy
        jmp Loop

Data    .byte 5

Plain   lda #$5a
        eor count
        sta COLUBK
        rts

Source
        RORG $c0
inram   lda count
        asl
        sta frame
        rts
        REND

        org $dffc
        .word Start
        .word Start
