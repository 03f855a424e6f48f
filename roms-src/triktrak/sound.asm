;===============================================================================
; Sound: one voice. A sound consists of its waveform (AUDC0), its notes, and a 0.
;
; A note is %dddfffff. It lasts 4d+1 frames. f is the divider: a pure tone sounds at 15700/(f+1) Hz.
;===============================================================================
LOUDNESS    = 8
PURE_TONE   = 4
NOISE       = 8

            MAC NOTE            ; {1} = f, {2} = d
            dc.b {1} | [{2} << 5]
            ENDM

;--- StartSound: starts the sound at the offset X in Sounds  Clobbers  A, X ------------
StartSound  lda Sounds,x
            sta AUDC0
            inx
            stx soundAt
            lda #1
            sta soundTimer
            rts

;--- PlaySound: runs once a frame, plays the next note when due ---------------------------
; Clobbers  A, X
PlaySound   SUBROUTINE
            lda soundTimer
            beq .done
            dec soundTimer
            bne .done
            ldx soundAt
            inc soundAt
            lda Sounds,x
            beq .volume         ; the 0 at the end: silence
            sta AUDF0           ; the chip uses only the low 5 bits
            lsr
            lsr
            lsr
            and #%00011100
            ora #%00000001
            sta soundTimer
            lda #LOUDNESS
.volume     sta AUDV0
.done       rts

Sounds
S_CLICK     = * - Sounds        ; a man is moved
            dc.b PURE_TONE
            NOTE 12, 0
            NOTE 22, 0
            dc.b 0
S_CAPTURE   = * - Sounds        ; a man is captured
            dc.b PURE_TONE
            NOTE 10, 0
            NOTE 16, 0
            NOTE 24, 1
            NOTE 31, 1
            dc.b 0
S_ROLL      = * - Sounds        ; the dice roll
            dc.b NOISE
            NOTE 3, 0
            dc.b 0
S_REFUSED   = * - Sounds        ; a choice is refused, or there is no move
            dc.b NOISE
            NOTE 15, 3
            dc.b 0
S_WIN       = * - Sounds        ; C E G C G C
            dc.b PURE_TONE
            NOTE 29, 2
            NOTE 23, 2
            NOTE 19, 2
            NOTE 14, 3
            NOTE 19, 2
            NOTE 14, 6
            dc.b 0
            BUDGET_SINCE "sound.asm", StartSound
