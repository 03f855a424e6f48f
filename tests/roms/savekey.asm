; Keeps a count in a SaveKey, as a game keeps a high score.
;
; At power-on it reads the byte at $0040 of the SaveKey in the right port; $FF, an erased byte,
; counts as 0. Each press of Reset adds one and writes the byte back. The background color is twice
; the count: 2 after the first press, 4 after the second. Without a SaveKey it is red ($44). While
; Reset is held down, the picture has a white edge on each side.
;
; RAM for scripts:   $80  the count     $81  1 if a SaveKey answers, 0 if none does
;
; The bus uses two lines of port A: D2 is data (SDA), D3 the clock (SCL). The output bits are always
; 0. A 0 in the direction register releases a line, so it goes high; a 1 pulls it low.

        processor 6502

VSYNC   = $00
VBLANK  = $01
WSYNC   = $02
COLUPF  = $08
COLUBK  = $09
CTRLPF  = $0A
PF0     = $0D
SWCHA   = $0280
SWACNT  = $0281
SWCHB   = $0282

SDA     = %00000100
SCL     = %00001000
CELL    = $0040                 ; the address of the count in the SaveKey
RED     = $44
WHITE   = $0E

        SEG.U ram
        ORG $80
count   ds 1
found   ds 1
byte    ds 1                    ; the byte to send to the SaveKey, or received from it
held    ds 1                    ; Reset in the previous frame: 0 = down

        SEG code
        ORG $F000
Start
        sei
        cld
        ldx #$FF
        txs
        lda #0
.clear  sta $00,x
        dex
        bne .clear
        sta $00
        jsr Load

Frame
        lda #2
        sta VBLANK
        sta VSYNC
        ldx #3
        jsr Lines
        lda #0
        sta VSYNC
        ldx #37
        jsr Lines
        lda found
        beq .none
        lda count
        asl
        jmp .show
.none   lda #RED
.show   sta COLUBK
        lda #WHITE
        sta COLUPF
        ldx #1                  ; mirror the left half on the right
        stx CTRLPF
        ldx #$F0
        lda held
        beq .edge
        ldx #0
.edge   stx PF0
        lda #0
        sta VBLANK
        ldx #192
        jsr Lines
        lda #2
        sta VBLANK
        ldx #30
        jsr Lines
        lda SWCHB               ; count a press only once
        and #1
        cmp held
        sta held
        bcs Frame               ; Reset is up, or was already down
        inc count
        jsr Store
        jmp Frame

; Waits for X lines.
Lines
        sta WSYNC
        dex
        bne Lines
        rts

;--- The count ---------------------------------------------------------------

; Reads the count. Sets C if nothing answers.
Load SUBROUTINE
        jsr SendAddress
        bcs .end
        jsr StartBus
        lda #$A1                ; read
        jsr Send
        bcs .end
        jsr Receive
        jsr StopBus
        inc found
        ldx byte
        cpx #$FF
        beq .end                ; an erased byte: the count remains 0
        stx count
.end    rts

; Writes the count.
Store SUBROUTINE
        jsr SendAddress
        bcs .end
        lda count
        jsr Send
.end    jmp StopBus

; Begins a write at CELL. Sets C if nothing answers.
SendAddress SUBROUTINE
        jsr StartBus
        lda #$A0                ; write
        jsr Send
        bcs .end
        lda #>CELL
        jsr Send
        bcs .end
        lda #<CELL
        jsr Send
.end    rts

;--- The bus -----------------------------------------------------------------

; Sends a start condition: data falls while the clock is high.
StartBus
        lda #0
        sta SWCHA
        lda #SCL
        sta SWACNT              ; clock low, data high
        lda #0
        sta SWACNT              ; both high
        lda #SDA
        sta SWACNT              ; data low
        lda #SDA|SCL
        sta SWACNT              ; both low
        rts

; Sends a stop condition: data rises while the clock is high.
StopBus
        lda #SDA|SCL
        sta SWACNT
        lda #SDA
        sta SWACNT
        lda #0
        sta SWACNT
        rts

; Sends A. Clears C if the byte was acknowledged.
Send SUBROUTINE
        sta byte
        ldy #8
.bit    ldx #SDA                ; pulls data low for a 0
        asl byte
        bcc .zero
        ldx #0
.zero   txa
        ora #SCL
        sta SWACNT              ; data changes while the clock is low
        txa
        sta SWACNT              ; clock high
        ora #SCL
        sta SWACNT              ; clock low
        dey
        bne .bit
        lda #SCL
        sta SWACNT              ; releases data
        lda #0
        sta SWACNT
        lda SWCHA               ; D2 to C
        lsr
        lsr
        lsr
        lda #SCL
        sta SWACNT
        rts

; Receives one byte without acknowledging it; an acknowledgment would request another byte.
Receive SUBROUTINE
        lda #SCL
        sta SWACNT
        ldy #8
.bit    lda #0
        sta SWACNT
        lda SWCHA
        lsr
        lsr
        lsr
        rol byte
        lda #SCL
        sta SWACNT
        dey
        bne .bit
        lda #0
        sta SWACNT              ; the ninth pulse, with data released
        lda #SCL
        sta SWACNT
        rts

        ORG $FFFC
        .word Start
        .word Start
