; A background whose luminance rises one step every 16 scanlines, from a very simple kernel.
        processor 6502
VSYNC   = $00
VBLANK  = $01
WSYNC   = $02
COLUBK  = $09
frames  = $80

        org $f000
Start   sei
        cld
        ldx #$ff
        txs
        lda #0
        sta frames
Frame   lda #2
        sta VBLANK
        sta VSYNC
        sta WSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta VSYNC
        ldx #36         ; 37 lines of vertical blank, including the one in which the loop ends
Blank   sta WSYNC
        dex
        bpl Blank
        lda #0
        sta VBLANK
        ldx #192
Line    txa
        lsr
        lsr
        lsr
        and #$0e
        sta COLUBK
        sta WSYNC
        dex
        bne Line
        lda #2
        sta VBLANK
        ldx #29
Bottom  sta WSYNC
        dex
        bne Bottom
        inc frames
        sta WSYNC
        jmp Frame

        org $fffc
        .word Start
        .word Start
