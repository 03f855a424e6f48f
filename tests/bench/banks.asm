; Benchmark: an 8 KiB F8 cartridge. The kernel is in bank 1, and code that sorts and multiplies
; is in bank 0. Every frame calls this code twice, so it switches banks four times.

        include "frame.inc"

        SEG.U ram
        ORG $80
list    ds 24
factor  ds 1
product ds 2
seed    ds 1
times   ds 1

        SEG bank0
        ORG $1000
        RORG $F000
        bit $FFF9               ; power-on in bank 0: go to bank 1, which continues at Reset
        nop
Job     SUBROUTINE              ; sorts the list, then multiplies adjacent elements
        ldx #22
.pass   ldy #0
.pair   lda list,y
        cmp list+1,y
        bcc .sorted
        pha
        lda list+1,y
        sta list,y
        pla
        sta list+1,y
.sorted iny
        cpy #8
        bne .pair
        dex
        bne .pass
        lda list
        sta factor
        lda #0
        sta product
        ldx #8
.bit    lsr factor
        bcc .zero
        clc
        adc list+1
.zero   ror
        ror product
        dex
        bne .bit
        sta product+1
        rts
        ORG $1FE0
        RORG $FFE0
CallJob0                        ; the same bytes as CallJob in bank 1; this bank runs only the jsr
        bit $FFF8
        jsr Job
        bit $FFF9
        rts
        ORG $1FFC
        RORG $FFFC
        .word $F000
        .word $F000

        SEG bank1
        ORG $2000
        RORG $F000
        nop
        nop
        nop
        nop
        GAME_FRAME

Start   SUBROUTINE
        lda #$84
        sta COLUPF
        rts

Game    SUBROUTINE
        ldx #23
.fill   lda seed
        asl
        bcc .keep
        eor #$1D
.keep   adc #1
        sta seed
        sta list,x
        dex
        bpl .fill
        jsr CallJob
        rts

Kernel  SUBROUTINE
        ldy #24
.rank   ldx #8
        lda list-1,y
.line   sta WSYNC
        sta PF1
        sty COLUBK
        eor #$FF
        SLEEP 20
        sta PF2
        eor product
        sta PF0
        dex
        bne .line
        dey
        bne .rank
        sty PF0
        sty PF1
        sty PF2
        rts

Tail    SUBROUTINE
        jsr CallJob
        rts

        ORG $2FE0
        RORG $FFE0
CallJob bit $FFF8
        jsr Job                 ; runs in bank 0, which has the same bytes here
        bit $FFF9
        rts
        ORG $2FFC
        RORG $FFFC
        .word Reset
        .word Reset
