;===============================================================================
; Sound: one voice, notes from a table.
;
; A note is %dddfffff: divider f (15700 Hz / (f+1) in a pure tone), 4d+1 frames long.
; A 0 ends a sound. The razz is a noise for as long as a hand holds on.
;===============================================================================
PURE_TONE   = 4             ; AUDC0
NOISE       = 8
LOUD        = 12            ; AUDV0
SOFT        = 8
RAZZ        = $80           ; soundAt: no note

            MAC NOTE            ; {1} = f, {2} = d
            dc.b {1} | [{2} << 5]
            ENDM
Notes
Click       NOTE 5, 0
            dc.b 0
PickUp      NOTE 16, 0
            NOTE 12, 0
            dc.b 0
Drop        NOTE 12, 0
            NOTE 22, 0
            dc.b 0
WinTune     NOTE 29, 2          ; C E G C, up
            NOTE 23, 2
            NOTE 19, 2
            NOTE 14, 6
            dc.b 0
LoseTune    NOTE 19, 3          ; down
            NOTE 22, 3
            NOTE 25, 3
            NOTE 31, 7
            dc.b 0
DrawTune    NOTE 19, 2          ; to and fro
            NOTE 23, 2
            NOTE 19, 2
            NOTE 23, 5
            dc.b 0

;--- StartRazz: buzz until stick and button are let go --------------------------------
StartRazz   SUBROUTINE
            ldy #RAZZ
;--- StartSound --------------------------------------------------------------------------
; In   Y = its first note - Notes       Clobbers  A
StartSound  sty soundAt
            lda #1
            sta soundTimer
            rts

;--- PlaySound: once a frame ---------------------------------------------------------------
; Clobbers  A, X, Y
PlaySound   SUBROUTINE
            ldy soundAt
            bmi .razz
            lda soundTimer
            beq .done
            dec soundTimer
            bne .done
            lda Notes,y
            beq .silent
            inc soundAt
            sta AUDF0               ; takes the low 5 bits
            lsr
            lsr
            lsr
            and #%00011100
            clc
            adc #1
            sta soundTimer
            lda #PURE_TONE
            sta AUDC0
            lda #LOUD
            bne .silent             ; always
.razz       ldx player
            lda INPT4,x
            bpl .noise              ; held
            lda stick
            ora slack               ; NO_WAY and no straight push: let go
            cmp #NO_WAY
            bne .noise
            lda #0
            sta soundAt
            sta soundTimer
            beq .silent             ; always
.noise      lda #NOISE
            sta AUDC0
            sta AUDF0
            lda #SOFT
.silent     sta AUDV0
.done       rts
            BUDGET_SINCE "sound.asm", Notes
