;===============================================================================
; The joystick moves a player; the fire button adds a point and makes a sound.
;
; A frame of 262 scanlines:
;     3  vertical sync
;    37  vertical blank, timed by the RIOT: the logic of the game
;    20  the score
;   172  the player
;    30  overscan, timed by the RIOT: the sound
;===============================================================================
            processor 6502
            include "hardware.asm"

SCORE_COLOR = $1e
PLAYER_COLOR = $9a
FIELD_COLOR = $c2
SCORE_ROWS  = 5
ROW_LINES   = 4
FIELD_LINES = 172
HEIGHT      = 8             ; height of the player's shape in lines
MAX_X       = 159-8         ; rightmost position of the player
MAX_Y       = FIELD_LINES-HEIGHT

            SEG.U ram
            ORG $80
playerX     ds 1            ; 0 is the left edge
playerY     ds 1            ; lines above the bottom of the field
score       ds 1            ; two decimal digits
tens        ds 1            ; offset of the tens digit's shape in Digits
ones        ds 1            ; offset of the ones digit's shape in Digits
dots        ds SCORE_ROWS   ; the pixels of both digits, from the top down
row         ds 1            ; the current row of the digits
temp        ds 1
lastFire    ds 1            ; bit 7: the fire button was up in the previous frame
volume      ds 1            ; four times the volume of the sound, which fades

            SEG code
            ORG $f000
Start       sei
            cld
            ldx #$ff
            txs
            inx             ; write 0 to all of the TIA and RAM
            txa
.clear      sta VSYNC,x
            inx
            bne .clear
            lda #76
            sta playerX
            lda #MAX_Y/2
            sta playerY
            lda #$80
            sta lastFire

;--- A frame --------------------------------------------------------------------
Frame       lda #2
            sta VBLANK
            sta WSYNC
            sta VSYNC
            sta WSYNC
            sta WSYNC
            lda #43         ; 43 * 64 cycles are a little less than 37 lines
            sta WSYNC
            sta TIM64T
            lda #0
            sta VSYNC
            jsr Move
            jsr Fire
            jsr SetDigits
            lda playerX
            jsr SetPosition
.blank      lda INTIM
            bne .blank
            sta WSYNC
            sta VBLANK      ; A is 0: turn the picture on
            jsr DrawScore
            jsr DrawField
            lda #2
            sta VBLANK
            lda #35         ; 30 lines
            sta TIM64T
            jsr Sound
.overscan   lda INTIM
            bne .overscan
            jmp Frame

;--- Move: moves the player with the joystick -----------------------------------
Move SUBROUTINE
            lda SWCHA       ; %rldu....  0 = pushed
            asl
            bcs .left
            ldx playerX
            cpx #MAX_X
            bcs .left
            inc playerX
.left       asl
            bcs .down
            ldx playerX
            beq .down
            dec playerX
.down       asl
            bcs .up
            ldx playerY
            beq .up
            dec playerY
.up         asl
            bcs .done
            ldx playerY
            cpx #MAX_Y
            bcs .done
            inc playerY
.done       rts

;--- Fire: adds a point when the button is pressed ------------------------------
Fire SUBROUTINE
            lda INPT4       ; bit 7: 0 = pushed
            and #$80
            tax
            eor #$80
            and lastFire
            stx lastFire
            beq .done
            sed
            clc
            lda score
            adc #1
            sta score
            cld
            lda #15*4
            sta volume
            lda #4          ; a pure tone
            sta AUDC0
            lda #12
            sta AUDF0
.done       rts

;--- Sound: fades the sound out -------------------------------------------------
Sound SUBROUTINE
            lda volume
            beq .quiet
            sec
            sbc #4
            sta volume
.quiet      lsr
            lsr
            sta AUDV0
            rts

;--- SetDigits: converts the score to dots ---------------------------------------
SetDigits SUBROUTINE
            lda score
            lsr
            lsr
            lsr
            lsr
            jsr .times5
            sta tens
            lda score
            and #$0f
            jsr .times5
            sta ones
            lda #0
            sta row
.row        ldx tens
            lda Digits,x
            and #$f0
            sta temp
            ldx ones
            lda Digits,x
            and #$0f
            ora temp
            ldx row
            sta dots,x
            inc tens
            inc ones
            inx
            stx row
            cpx #SCORE_ROWS
            bne .row
            rts
.times5     sta temp
            asl
            asl
            adc temp        ; the carry is clear: a digit is at most 9
            rts

;--- SetPosition: moves player 0 to pixel A, which takes up to three lines ------
; Each pass of the loop takes 5 cycles, or 15 pixels. HMP0 moves the player by the remainder.
SetPosition SUBROUTINE
            clc
            adc #1          ; a player appears one pixel further right than a missile
            sec
            sta WSYNC
.divide     sbc #15
            bcs .divide
            eor #7
            asl
            asl
            asl
            asl
            sta.w HMP0
            sta RESP0
            sta WSYNC
            sta HMOVE
            rts

            ALIGN 256       ; the loops that draw the picture must not cross a page
;--- DrawScore: draws both digits in the left half, in 20 lines -----------------
DrawScore SUBROUTINE
            lda #SCORE_COLOR
            sta COLUPF
            ldx #0
.row        ldy #ROW_LINES
.line       sta WSYNC
            lda dots,x      ; 4   @0
            sta PF1         ; 3   @4   before the left half
            lda #6          ; 2   @7
            sec             ; 2   @9
.wait       sbc #1          ; 2
            bne .wait       ; 3   the loop takes 29 cycles in all
            sta PF1         ; 3   @40  A is 0; before the right half
            dey
            bne .line
            inx
            cpx #SCORE_ROWS
            bne .row
            rts

;--- DrawField: draws the player on a green field, in 172 lines -----------------
DrawField SUBROUTINE
            lda #PLAYER_COLOR
            sta COLUP0
            ldy #FIELD_LINES
            sta WSYNC
            lda #FIELD_COLOR
            sta COLUBK
.line       tya             ; 2   @3
            clc             ; 2
            sbc playerY     ; 3        Y - 1 - playerY
            cmp #HEIGHT     ; 2
            bcc .shape      ; 3/2
            lda #0          ; 2
            beq .show       ; 3
.shape      tax             ; 2
            lda Shape,x     ; 4
.show       sta GRP0
            sta WSYNC
            dey
            bne .line
            sty GRP0
            sty COLUBK
            rts

;--- Shapes, from the bottom up, and digits, from the top down ------------------
Shape       .byte %00111100
            .byte %01111110
            .byte %11000011
            .byte %10111101
            .byte %11111111
            .byte %11011011
            .byte %01111110
            .byte %00111100
Digits      .byte $ee,$aa,$aa,$aa,$ee
            .byte $44,$cc,$44,$44,$ee
            .byte $ee,$22,$ee,$88,$ee
            .byte $ee,$22,$66,$22,$ee
            .byte $aa,$aa,$ee,$22,$22
            .byte $ee,$88,$ee,$22,$ee
            .byte $ee,$88,$ee,$aa,$ee
            .byte $ee,$22,$22,$44,$44
            .byte $ee,$aa,$ee,$aa,$ee
            .byte $ee,$aa,$ee,$22,$ee

            ORG $fffc
            .word Start
            .word Start
