;===============================================================================
; Tunes: a sound is a series of notes, then 0. All sounds are pure tones except Razz.
;===============================================================================
PURE_TONE   = 4
NOISE       = 8

            MAC NOTE            ; {1} = f, {2} = d: see sound.asm
              IF {1} + [{2} << 5] < 8
                ECHO "a note lasts no frames: f + 32 * d must be at least 8"
                ERR
              ENDIF
              dc.b {1} | [{2} << 5]
            ENDM

Sounds
PickUp      NOTE 16, 0
Click       NOTE 8, 0           ; the sound of a step; also the second note of PickUp
            dc.b 0
Drop        NOTE 12, 0
            NOTE 22, 0
            dc.b 0
Razz        NOTE 9, 3           ; outlasts STICK_REPEAT, after which a held stick repeats the sound
            dc.b 0
WinTune     NOTE 29, 2          ; C E G C
            NOTE 23, 2
            NOTE 19, 2
            NOTE 14, 6
            dc.b 0
LoseTune    NOTE 19, 3          ; falls, note by note
            NOTE 23, 3
            NOTE 26, 3
            NOTE 31, 7
            dc.b 0
DrawTune    NOTE 19, 2          ; alternates between two notes
            NOTE 23, 2
            NOTE 19, 2
            NOTE 23, 4
            dc.b 0
            BUDGET_SINCE "tunes.asm", Sounds
