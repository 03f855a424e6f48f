; A small program with two banks. It can be built with one of ten faults: FAULT is the number of the
; fault, or 0 for none. crates/lab/docs/testing.md has the script that catches each fault.

        processor 6502

  IFNCONST FAULT
FAULT   = 0
  ENDIF

VSYNC   = $00
VBLANK  = $01
WSYNC   = $02
NUSIZ0  = $04
COLUP0  = $06
COLUPF  = $08
COLUBK  = $09
PF0     = $0d
PF1     = $0e
PF2     = $0f
RESP0   = $10
GRP0    = $1b
GRP1    = $1c
CXCLR   = $2c
SWCHB   = $282
INTIM   = $284
TIM64T  = $296
BANK0   = $fff8
BANK1   = $fff9

        seg.u ram
        org $80
speed   ds 1                    ; counts frames
counter ds 2                    ; counts frames, low byte first
state   ds 1                    ; 1 once the game has begun
depth   ds 1                    ; number of calls to Deep still to make

        seg bank0
        org $0000
        rorg $f000
Start   sei
        cld
        ldx #$ff
        txs
        lda #0
        ldx #CXCLR-1            ; clear the registers, because the TIA has no reset
Quiet   sta 0,x                 ; from the top: RESMPx before RESMx, GRP1 before GRP0
        dex
        cpx #NUSIZ0-1
        bne Quiet
        sta GRP1                ; also clears the old (delayed) GRP0
        sta CXCLR
  IF FAULT = 1                  ; speed is not cleared
        ldx #counter
  ELSE
        ldx #speed
  ENDIF
Clear   sta 0,x
        inx
        bne Clear

Frame   lda #2
        sta WSYNC
        sta VSYNC
        sta VBLANK
        sta WSYNC
        sta WSYNC
        sta WSYNC
        lda #0
        sta VSYNC
        lda #43
        sta TIM64T
        jsr Logic
        jsr Far
Back    jsr Delay
WaitTop lda INTIM
        bne WaitTop
        sta WSYNC
        sta VBLANK
        ldx #191
Line    sta WSYNC
        dex
        bne Line
        sta WSYNC
        lda #2
        sta VBLANK
        lda #36
        sta TIM64T
Work
  IF FAULT = 8                  ; does ten times the work
        ldy #200
  ELSE
        ldy #20
  ENDIF
WorkOn  dey
        bne WorkOn
WorkEnd lda #2
WaitEnd lda INTIM
        bne WaitEnd
        sta WSYNC
  IF FAULT = 2                  ; one line too many in frame 1,000
        lda counter
        cmp #<1000
        bne NotNow
        lda counter+1
        cmp #>1000
        bne NotNow
        sta WSYNC
NotNow
  ENDIF
        jmp Frame

Logic   inc speed
        inc counter
        bne NoCarry
        inc counter+1
NoCarry lda SWCHB
  IF FAULT = 10                 ; tests Select instead of Reset
        lsr
  ENDIF
        lsr
        bcs NoReset
        lda #1
        sta state
NoReset sta RESP0
  IF FAULT = 6                  ; the wrong background
        lda #$1e
  ELSE
        lda #$0e
  ENDIF
        sta COLUBK
        lda #$2c
        sta COLUPF
        lda #$84
        sta COLUP0
        lda #$ff
        sta PF0
        sta PF1
  IF FAULT = 9                  ; a hole in the playfield
        lda #$fe
  ENDIF
        sta PF2
  IF FAULT = 7                  ; the player has no shape
        lda #0
  ELSE
        lda #$ff
  ENDIF
        sta GRP0
  IF FAULT = 4                  ; recursion too deep
        lda #20
  ELSE
        lda #1
  ENDIF
        sta depth
Deep    dec depth
        bmi DeepEnd
        jsr Deep
DeepEnd rts

  IF FAULT = 3                  ; the loop crosses a page
        align 256
        ds 253, $ea
  ELSE
        align 256
  ENDIF
Delay   ldy #5
DelayOn dey
        bne DelayOn
DelayEnd
        rts

        org $0f00
        rorg $ff00
Far     bit BANK1               ; the next instruction comes from bank 1
        ds 3, $ea
        rts

        org $0fe0
        rorg $ffe0
        bit BANK0
        jmp Start
        org $0ffc
        rorg $fffc
        .word $ffe0, $ffe0

        seg bank1
        org $1000
        rorg $f000
        ds $f03, $ea
  IF FAULT = 5                  ; returns without selecting bank 0 again
        rts
        nop
        nop
  ELSE
        bit BANK0
  ENDIF
        org $1fe0
        rorg $ffe0
        bit BANK0
        jmp Start
        org $1ffc
        rorg $fffc
        .word $ffe0, $ffe0
