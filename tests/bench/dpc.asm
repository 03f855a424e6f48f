; Benchmark: a DPC cartridge with 8 KiB of program and 2 KiB of display data. Every line reads six
; bytes from the data fetchers, and the sound of three voices.

        include "frame.inc"

; Registers of the cartridge. The addresses are those of fetcher 0; fetcher n has the address + n.
; The program reads SOUND, PLAIN (a fetcher's byte) and MASKED (that byte AND the fetcher's mask).
; It writes TOP and BOTTOM, the counter values at which the mask turns on and off, and LOW and HIGH,
; the counter.
SOUND   = $F004
PLAIN   = $F008
MASKED  = $F010
TOP     = $F040
BOTTOM  = $F048
LOW     = $F050
HIGH    = $F058

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

Start   SUBROUTINE              ; fetchers 5 to 7 play, each an octave below the previous one
        ldx #2
.voice  lda Pitches,x
        sta TOP+5,x
        lsr
        sta BOTTOM+5,x
        lda #$10
        sta HIGH+5,x
        dex
        bpl .voice
        lda #0
        sta AUDC0
        rts

Game    SUBROUTINE              ; fetchers 0 to 4 start, each 200 bytes after the previous one
        inc scroll
        ldx #4
.next   lda Lows,x
        sec
        sbc scroll
        sta LOW,x
        lda Highs,x
        sbc #0
        sta HIGH,x
        lda #$C0
        sta TOP,x
        lda #$20
        sta BOTTOM,x
        dex
        bpl .next
        rts

Kernel  SUBROUTINE
        ldx #192
.line   sta WSYNC
        lda PLAIN
        sta COLUBK
        lda MASKED+1
        sta GRP0
        lda PLAIN+2
        sta COLUP0
        lda PLAIN+3
        sta PF1
        lda MASKED+4
        sta PF2
        lda SOUND
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
