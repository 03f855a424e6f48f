; Counts frames and shows the count as the color of the background.
        opt h-f+
        icl 'vcs.inc'
frames  = $80
lines   = $81

wait    .macro
        lda #:1
        jsr waitLines
        .endm

        org $f000
start   sei
        cld
        ldx #$ff
        txs
main    lda #2
        sta VSYNC
        wait 3
        lda #0
        sta VSYNC
        wait 37
        inc frames
        lda frames
        sta COLUBK
        wait 192
        wait 30
        jmp main
        icl 'wait.asm'
table   .byte 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
after   nop
        org $fffc
        .word start, start
