; Two routines that run in the RAM of a cartridge. One is assembled with RORG for its address in
; RAM, the other is not. The cartridge has 4 KiB of ROM and 128 bytes of RAM, which are written at
; $F000-$F07F and read at $F080-$F0FF.

        processor 6502

COLUBK  = $09
WRITE   = $f000
READ    = $f080
COPY    = $20

        SEG.U ram
        org $80
count   ds 1
        SEG.U cartridge
        org READ+$40
total   ds 1
        SEG code
        org $f000
        ds $100,$ff     ; the RAM hides these bytes

        org $f800
Start   ldx #$ff
        txs
        ldx #0
        ldy #0
        stx count
.more   lda Source,y
        sta WRITE,y
        lda Plain,y
        sta WRITE+COPY,y
        iny
        cpy #16
        bne .more

Loop    inc count
        jsr inram
        jsr READ+COPY
        jmp Loop

Plain   lda #$5a
        eor count
        sta COLUBK
        rts

Source
        RORG READ
inram   lda count
        asl
        sta WRITE+$40
        rts
        REND

        org $fffa
        .byte "SC"
        .word Start
        .word Start
