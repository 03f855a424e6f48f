;===============================================================================
; Sound: one voice. The sounds are in tunes.asm, the way to start one in play.asm.
;
; A note is %dddfffff: divider f (a pure tone has 15700 Hz / (f+1)); it is an eighth of the
; byte, 4d + f/8, frames long.
;===============================================================================
LOUDNESS    = 10

;--- PlaySound: once a frame; then on to Play --------------------------------------------
; Clobbers  A, Y; keeps X for Play
PlaySound   SUBROUTINE
            lda soundTimer
            beq .done
            dec soundTimer
            bne .done
            ldy soundAt
            inc soundAt
            lda Sounds,y
            beq .volume         ; the end: silence
            sta AUDF0           ; takes the low 5 bits
            lsr
            lsr
            lsr
            sta soundTimer
            lda #LOUDNESS
.volume     sta AUDV0
.done       FALL_INTO Play
            BUDGET_SINCE "sound.asm", PlaySound
