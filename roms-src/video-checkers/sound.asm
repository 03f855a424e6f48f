;===============================================================================
; Sound: one voice. The sounds are in tunes.asm; play.asm starts them.
;
; A note is %dddfffff. f is the divider: a pure tone sounds at 15700 Hz / (f+1). The note
; lasts for 4d + f/8 frames, an eighth of the byte's value.
;===============================================================================
LOUDNESS    = 10

;--- PlaySound: runs once a frame, plays the next note when due, and falls into Play -----
; Clobbers  A, Y                        Keeps  X, for Play
PlaySound   SUBROUTINE
            lda soundTimer
            beq .done
            dec soundTimer
            bne .done
            ldy soundAt
            inc soundAt
            lda Sounds,y
            beq .volume         ; the end: silence
            sta AUDF0           ; uses the low 5 bits
            lsr
            lsr
            lsr
            sta soundTimer
            lda #LOUDNESS
.volume     sta AUDV0
.done       FALL_INTO Play
            BUDGET_SINCE "sound.asm", PlaySound
