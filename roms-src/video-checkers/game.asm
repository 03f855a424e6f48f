;===============================================================================
; Power-on, Reset, and the main loop. Once per frame, the loop sets the colors, shows a picture,
; plays the sound, and runs Play. Its parts end with jmp or fall through: the stack stays empty.
;===============================================================================
;--- PowerOn -----------------------------------------------------------------------------
PowerOn     SUBROUTINE
            IFCONST FIXED_SEED
            ldy #FIXED_SEED
            ELSE
            lda INTIM           ; seed: the timer, and the contents of RAM
            ldx #0
.mix        asl
            adc $80,x
            inx
            bpl .mix
            tay
            ENDIF
            CLEAN_START
            sty random
            jsr Mix             ; never 0
            inx
            stx game            ; 1
            stx CTRLPF          ; the right half mirrors the left
            inx
            stx phase           ; PHASE_SYNC
            stx TIM64T          ; the first frame may be shorter or longer than 262 lines
            IFCONST BENCH
            jmp Bench
            ENDIF
            bne NewBoardGame    ; always

;--- NewGame: starts a game at Reset. NewBoardGame: starts one with 24 pieces, at power-on -
; Enter  in the overscan, with an empty stack
NewGame     SUBROUTINE
            ldx #12-1
            lda #0
.clear      sta black,x
            dex
            bpl .clear
            bit SWCHB           ; left difficulty: an empty board for set-up
            bvs StartGame
            FALL_INTO NewBoardGame
NewBoardGame
            jsr NewBoard
            FALL_INTO StartGame
StartGame   lda #0              ; start with the pieces now on the board
            sta status
            jsr Sides
            sta left
            eor #$12            ; the cursors: number 11 for black, 22 for white
            sta cursor
            eor #SQUARE
            sta cursor+1
            jsr NoHand
            lda #2              ; the first turn begins after Reset is released
            sta pause
            FALL_INTO NextFrame
;--- NextFrame: the main loop ------------------------------------------------------------
NextFrame   SUBROUTINE
            POLL                ; (if the rules took very long, a picture is skipped)
;--- colors, chosen by game and color switch
            lda SWCHB
            and #COLOR_SWITCH
            tay
            beq .set            ; black-and-white: the grays are the first set
            lda game
            cmp #10             ; 11..19 use the colors of 1..9; 10 counts as 0
            bcc .single
            sbc #10
.single     cmp #5
            ldy #PaletteAmateur-Palette
            bcc .set
            ldy #PalettePro-Palette
.set        ldx #textColor-showColor
.color      lda Palette,y
            bit idle
            bpl .awake
            eor idle            ; a long time without input: new colors every 512
            and #%11110111      ;   frames, none of them bright
.awake      sta showColor,x
            iny
            dex
            bpl .color
            sta COLUBK          ; the header's background has the color of the dark squares
            lda textColor
            ldy left
            beq .header         ; the text has the left player's color
            lda showColor+SHOW_WHITE
.header     sta COLUPF
            sta COLUP0
            sta COLUP1
;--- the picture
.wait       ldx phase
            dex
            bne .service        ; not PHASE_PICTURE
            lda INTIM           ; SYNC is over
            cmp #PREPARE_TICKS
            bcs .prepare
.service    jsr FrameService
            jmp .wait
.prepare    jsr PrepareBoard    ; makes the list of squares and the header
            jsr FrameService    ; PICTURE
            jsr ShowPicture
            jsr FrameService    ; DARK
            FALL_INTO PlaySound
            BUDGET_SINCE "game.asm", PowerOn
