;===============================================================================
; A demo in the style of the 2000s
;===============================================================================
                processor 6502
                include "vcs.h"
                include "macro.h"

PATTERN         = $80                  ; storage location (1st byte in RAM)
TIMETOCHANGE    = 20
NTSC            = 0
PAL             = 1
SYSTEM          = NTSC
        IF SYSTEM = NTSC
SCANLINES       = 192
        ELSE
SCANLINES       = 228
        ENDIF

                SEG.U   vars
                ORG     $81
frameCounter    .ds 1
p0x             ds 1
p0y             ds 1   ; vertical
ptr             ds 2
ptrs            ds 2*6
Temp            ds.b 1
RAM_END         =   .
    echo "----", ($100 - *) , "bytes of RAM left"

                SEG
                ORG $F000

Reset           CLEAN_START
                lda #0
Clear           sta 0,x
                inx
                bne Clear
                SET_POINTER ptr, GfxTable
                SET_POINTER ptrs+2, (GfxTable+8)
                lda #$45
                sta COLUPF
                ldy #0
StartOfFrame    VERTICAL_SYNC
                ldx #36
.vb:            sta WSYNC
                dex
                bne .vb
                stx VBLANK
                ; comment
                ldx #SCANLINES
Loop1
                SLEEP 20
                SLEEP 3
                SLEEP (TIMETOCHANGE/2)+1
                stx COLUBK
                lda (ptr),y
                sta.w GRP0
                lda GfxTable,x
                sta GRP1
                dex
                sta WSYNC
                bne Loop1
                ldx #<(GfxTable+1)
                ldy #>(GfxTable+1)
                lda #-1
                lda #~$0f
                lda #[SCANLINES-1]*2&$FF
                lda #(1<<3)|%101
                and #%11110000
                lda ptrs+[3*2]
                lda #'A
                cmp #"Z"
                jmp (ptr)
                lda SWCHB
                lsr
                bcs .noreset
                jmp Reset
.noreset nop
Sub2 SUBROUTINE
.loop           inc frameCounter
                bne .loop
                beq StartOfFrame1
                bit $00
                .byte $2c
StartOfFrame1   jmp StartOfFrame

                align 256
GfxTable
                .byte %00111100 ; |  XXXX  |
                .byte %01000010 ; | X    X |
                .byte #%10000001;--
                .byte #$FF;--
                .byte $18,$18 , $00 ,-1, 'a, "hello;world"
                dc.b 1,2,3
                dc.w Reset,GfxTable-1,$1234
                dc "text",0
                .word Loop1-1,Clear-1
                .dc 5
                byte >Reset, <Reset
                HEX 00112233 44 aa FF
                BOUNDARY 16
                ds 3,$ea
                CHECK_PAGE GfxTable, .
                IF (>GfxTable) != (>*)
                  ECHO "WARNING: tab crosses page at ", GfxTable
                ENDIF
    echo "----", ($FFFA - *) , "bytes of ROM left"
    echo "free", [$FFFA-*]d

                ORG $FFFA
InterruptVectors
                .word Reset           ; NMI
                .word Reset           ; RESET
                .word Reset           ; IRQ
        END
 garbage after the end
