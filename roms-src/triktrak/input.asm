;===============================================================================
; Reads the switches and fire buttons once per frame; generates random numbers and throws dice.
;===============================================================================
;--- ReadSwitches: finds newly pressed switches and fire buttons ------------------------
; Out  switches, held                   Clobbers  A, X
; If Reset is pressed during a game, ReadSwitches stops the game instead of returning.
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
            lda frame               ; a new press stirs the state of NextRandom
            eor random
            sta random
            ora random+1
            bne .stirred
            inc random
.stirred    lda switches
            lsr
            bcc .done
            bit phase               ; PLAYING
            bvc .done
            jmp Stop
.done       rts

;--- Die: throws a die ----------------------------------------------------------------------
; Out  A                                Clobbers  X, Y
; The result is 1 plus the number of carries when random+1 is added six times. Each die uses three
; new states. (Drawing again until the value is 1 to 6 would map many states to the same few.)
Die         SUBROUTINE
            ldx #3
.mix        jsr NextRandom
            dex
            bne .mix
            ldx #6
            ldy #1
            lda random
            and #%00000011
.times      clc
            adc random+1
            bcc .same
            iny
.same       dex
            bne .times
            tya
            rts

;--- NextRandom: steps through 65535 states, once per frame and three times per die -------------
; Out  A                                After G. Marsaglia, "Xorshift RNGs", 2003: shifts 7, 9, 8
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
