;===============================================================================
; Switches, fire buttons and chance: looked at once a frame.
;===============================================================================
;--- ReadSwitches: what has been pressed? -----------------------------------------------
; Out  switches, held                   Clobbers  A, X
; Reset during a game stops it.
ReadSwitches SUBROUTINE
            lda INPT4
            and INPT5               ; either button
            eor #%10000000
            and #FIRE
            sta switches
            lda SWCHB
            eor #RESET_SWITCH|SELECT_SWITCH
            and #RESET_SWITCH|SELECT_SWITCH
            ora switches
            tax
            eor held
            stx held
            and held
            sta switches
            beq .done
            lda frame               ; a press: chance goes on from elsewhere
            eor random
            bne .random
            lda #1
.random     sta random
            lda switches
            lsr
            bcc .done
            bit phase               ; PLAYING
            bvc .done
            jmp Stop
.done       rts

;--- Die: 1 to 6 ----------------------------------------------------------------------------
; Out  A                                Clobbers  X
Die         SUBROUTINE
            ldx #3
.mix        jsr NextRandom
            dex
            bne .mix
            beq .face               ; always
.again      jsr NextRandom
.face       and #%00000111
            beq .again
            cmp #7
            beq .again
            rts

;--- NextRandom: the next of 65535 states, once a frame and for each die ------------------------
; Out  A                                After G. Marsaglia, "Xorshift RNGs", 2003: 7, 9, 8
NextRandom  lda random+1
            lsr
            lda random
            ror
            eor random+1
            sta random+1
            ror
            eor random
            sta random
            eor random+1
            sta random+1
            rts
            BUDGET_SINCE "input.asm", ReadSwitches
