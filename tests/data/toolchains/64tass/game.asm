; Counts frames and shows the count as the color of the background.
        .include "vcs.inc"

wait    .macro
        lda #\1
        jsr waitLines
        .endm

        * = $80
frames  .byte ?
lines   .byte ?

        * = $f000
start   sei
        cld
        ldx #$ff
        txs
main    lda #2
        sta VSYNC
        #wait 3
        lda #0
        sta VSYNC
        #wait 37
        inc frames
        lda frames
        sta COLUBK
.if frames == 1
        lda #1  ; odd
.else
        lda #2  ; even
.endif
        #wait 192
        #wait 30
.for i = 0, i < 3, i += 1
        ldx #i
        stx AUDV0
.next
        jmp main

        .include "wait.asm"

table   .byte 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18
        .fill 100, 1
after   nop
        * = $fffc
        .word start, start
