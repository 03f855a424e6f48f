; Benchmark: an 8 KiB E0 cartridge in 1 KiB slices. The kernel selects different slices every
; eight lines. Just below the hot spots are other code and a table that the kernel reads.

        include "frame.inc"

        SEG.U ram
        ORG $80
seed    ds 1
frames  ds 1
times   ds 1

; Slices 0 to 6: a page of shapes each.
.slice  SET 0
        SEG slices
        REPEAT 7
        ORG $1000 + .slice * $400
        RORG $F000
.value  SET .slice * 16 + 3
        REPEAT 256
.value  SET [.value * 5 + 77] & $FF
        .byte .value
        REPEND
.slice  SET .slice + 1
        REPEND

        SEG last
        ORG $2C00
        RORG $FC00
        GAME_FRAME

Start   SUBROUTINE
        lda #$1F
        sta COLUP0
        lda #5
        sta NUSIZ0
        rts

Game    SUBROUTINE
        inc frames
        jmp Advance

Kernel  SUBROUTINE
        ldx #24
.rank   ldy #8
        txa
        lsr
        bcc .even
        lda $1FE0               ; slice 0 in slot 0, 3 in slot 1
        lda $1FEB
        bcs .line
.even   lda $1FE1
        lda $1FEC
.line   sta WSYNC
        lda Colors,y
        sta COLUBK
        lda Colors-1,y
        sta COLUPF
        lda $F000,y
        sta GRP0
        lda $F400,y
        sta PF1
        lda $F480,y
        sta PF2
        dey
        bne .line
        dex
        bne .rank
        stx GRP0
        stx PF1
        stx PF2
        stx COLUBK
        rts

        ORG $2FC0
        RORG $FFC0
Tail
Advance SUBROUTINE              ; advances the random number generator by 70 steps
        ldy #70
.more   lda seed
        asl
        bcc .keep
        eor #$1D
.keep   adc frames
        sta seed
        dey
        bne .more
        rts
        .byte $00
Colors  .byte $02, $12, $22, $32, $42, $52, $62, $72, $82

        ORG $2FFC
        RORG $FFFC
        .word Reset
        .word Reset
