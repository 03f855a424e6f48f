        processor 6502
        include "vcs.h"
        include "colors.inc"

        seg code
        org $f000
Start   sei
        cld
        ldx #$ff
        txs
Frame   lda #2
        sta VSYNC
        sta WSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta VSYNC
        sta VBLANK
        lda #BLUE
        sta COLUBK
        ldx #0
.line   sta WSYNC
        inx
        cpx #253
        bne .line
        lda #2
        sta VBLANK
        ldx #6
.blank  sta WSYNC
        dex
        bne .blank
        jmp Frame

        org $fffc
        .word Start, Start
