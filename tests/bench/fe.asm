; Benchmark: an 8 KiB FE cartridge. The frame loop and the kernel are in bank 0, at $F000; a
; subroutine that sorts is in bank 1, at $D000. An access to $01FE selects the bank, so every call
; and return that uses this stack address may switch banks.

        processor 6502
        include "../../roms-src/include/hardware.asm"
        include "../../roms-src/include/macros.asm"

        SEG.U ram
        ORG $80
list    ds 24
seed    ds 1
sum     ds 1

        SEG bank0
        ORG $1000
        RORG $F000
Reset   cld
        ldx #0
        txa
.clear  sta 0,x                 ; a push at $01FE would also select a bank
        inx
        bne .clear
        dex
        txs
        lda #$84
        sta COLUPF
Frame   lda #2
        sta WSYNC
        sta VBLANK
        sta VSYNC
        sta WSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta VSYNC
        lda #43
        sta TIM64T
        jsr Fill
.blank  lda INTIM
        bne .blank
        jsr Kernel
        lda #2
        sta WSYNC
        sta VBLANK
        lda #33
        sta TIM64T
        jsr Sort
.tail   lda INTIM
        bne .tail
        jmp Frame

        ORG $1E73
        RORG $FE73
Kernel  SUBROUTINE
        sta WSYNC
        sta VBLANK
        ldy #24
.rank   ldx #8
        lda list-1,y
.line   sta WSYNC
        sta PF1
        sty COLUBK
        eor #$FF
        sta PF2
        eor sum
        sta PF0
        inc sum
        dex
        bne .line
        dey
        bne .rank
        sty PF0
        sty PF1
        sty PF2
        rts
        ORG $1FFC
        RORG $FFFC
        .word Reset
        .word Reset

        SEG bank1
        ORG $2000
        RORG $D000
Fill    SUBROUTINE
        ldx #23
.next   jsr Random
        sta list,x
        dex
        bpl .next
        rts

Random  SUBROUTINE
        lda seed
        asl
        bcc .keep
        eor #$1D
.keep   adc #1
        sta seed
        rts

Sort    SUBROUTINE              ; five passes
        ldx #4
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
        bpl .pass
        rts
        ORG $2FFC
        RORG $DFFC
        .word Reset
        .word Reset
