; Benchmark: a DPC cartridge with 8 KiB of program and 2 KiB of display data. Every line reads six
; bytes from the data fetchers, and the sound of three voices.

        include "frame.inc"

; Registers of the cartridge. Those of fetcher 0 are named here; the address for fetcher n is higher
; by n. The program reads AMPLITUDE, DF0DATA (a fetcher's byte) and DF0DATAW (that byte AND the
; fetcher's mask). It writes DF0TOP and DF0BOT, the counter values at which the mask turns on and
; off, and DF0LOW and DF0HI, the counter.
AMPLITUDE = $F004
DF0DATA   = $F008
DF0DATAW  = $F010
DF0TOP    = $F040
DF0BOT    = $F048
DF0LOW    = $F050
DF0HI     = $F058

        SEG.U ram
        ORG $80
scroll  ds 1

        SEG bank0
        ORG $1000
        RORG $F000
        .byte 0                 ; the registers hide the first 128 bytes
        ORG $1100
        RORG $F100
        bit $FFF9               ; power-on in bank 0: go to bank 1
        ORG $1FFC
        RORG $FFFC
        .word $F100
        .word $F100

        SEG bank1
        ORG $2100
        RORG $F100
        nop
        nop
        nop
        GAME_FRAME

Start   SUBROUTINE              ; starts fetchers 5 to 7 (the voices), about an octave apart
        ldx #2
.voice  lda Pitches,x
        sta DF0TOP+5,x
        lsr
        sta DF0BOT+5,x
        lda #$10
        sta DF0HI+5,x
        dex
        bpl .voice
        lda #0
        sta AUDC0
        rts

Game    SUBROUTINE              ; sets fetchers 0 to 4, each 200 bytes after the previous one
        inc scroll
        ldx #4
.next   lda Lows,x
        sec
        sbc scroll
        sta DF0LOW,x
        lda Highs,x
        sbc #0
        sta DF0HI,x
        lda #$C0
        sta DF0TOP,x
        lda #$20
        sta DF0BOT,x
        dex
        bpl .next
        rts

Kernel  SUBROUTINE
        ldx #192
.line   sta WSYNC
        lda DF0DATA
        sta COLUBK
        lda DF0DATAW+1
        sta GRP0
        lda DF0DATA+2
        sta COLUP0
        lda DF0DATA+3
        sta PF1
        lda DF0DATAW+4
        sta PF2
        lda AMPLITUDE
        sta AUDV0
        dex
        bne .line
        stx GRP0
        stx PF1
        stx PF2
        stx COLUBK
Tail    rts

Pitches .byte 79, 159, 255
Lows    .byte <$7FF, <$737, <$66F, <$5A7, <$4DF
Highs   .byte >$7FF, >$737, >$66F, >$5A7, >$4DF

        ORG $2FFC
        RORG $FFFC
        .word Reset
        .word Reset

        SEG display
        ORG $3000
.value  SET 3
        REPEAT $800
.value  SET [.value * 5 + 77] & $FF
        .byte .value
        REPEND
