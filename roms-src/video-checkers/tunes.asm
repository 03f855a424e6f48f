;===============================================================================
; Tunes: a sound is its kind (AUDC0), then notes, then 0.
;===============================================================================
PURE_TONE   = 4
NOISE       = 8

            MAC NOTE            ; {1} = f, {2} = d
            dc.b {1} | [{2} << 5]
            ENDM

Sounds
Click       dc.b PURE_TONE
            NOTE 5, 0
            dc.b 0
PickUp      dc.b PURE_TONE
            NOTE 16, 0
            NOTE 12, 0
            dc.b 0
Drop        dc.b PURE_TONE
            NOTE 12, 0
            NOTE 22, 0
            dc.b 0
Razz        dc.b NOISE          ; longer than a held stick takes to repeat it
            NOTE 9, 3
            dc.b 0
WinTune     dc.b PURE_TONE      ; C E G C
            NOTE 29, 2
            NOTE 23, 2
            NOTE 19, 2
            NOTE 14, 6
            dc.b 0
LoseTune    dc.b PURE_TONE      ; down and down
            NOTE 19, 3
            NOTE 23, 3
            NOTE 26, 3
            NOTE 31, 7
            dc.b 0
DrawTune    dc.b PURE_TONE      ; to and fro
            NOTE 19, 2
            NOTE 23, 2
            NOTE 19, 2
            NOTE 23, 4
            dc.b 0
            BUDGET_SINCE "tunes.asm", Sounds
