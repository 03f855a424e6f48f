;===============================================================================
; RAM: all 128 bytes, $80..$FF.
;
; The board is stored from the point of view of the side to move: its men travel from 24 to 1.
; A wedge is %tlcmnnnn:
;   n  men, 0..15
;   t  1: the men are the opponent's (0 if there are no men; always 1 in theirBar and theirOff)
;   l  may be chosen          while a person chooses
;   c  the cursor is here     while a person chooses; lights the wedge
;   m  marked                 while a person chooses; lights the wedge less than the cursor does
;===============================================================================
THEIRS      = %10000000
LEGAL       = %01000000
CURSOR      = %00100000
MARKED      = %00010000
MEN         = %00001111
SHAMBLES    = 25            ; index in board of the shambles, where the mover's captured men wait
ENTRIES     = 28            ; bytes of the board, with theirBar and theirOff

            SEG.U ram
            ORG $80
;--- the game ---------------------------------------------------- always in use ---
board       ds 26           ; 1..24: wedges; 0: the mover's men removed; 25: on the shambles
theirBar    ds 1            ; %1000nnnn  the opponent's men on the shambles
theirOff    ds 1            ; %1000nnnn  the opponent's men removed
nums        ds 4            ; the throw's different numbers, in order; nums = 0: show the title
count       ds 1            ; how many numbers to play: 0, 2, 4, 8; if 4 or 8, each of nums twice
at          ds 1            ; index of the next number to play
outside     ds 1            ; number of the mover's men on 7..25
side        ds 1            ; 0 White, 1 Black
blink       ds 1            ; bits to invert in the board's background color
THROW_BYTES  = * - nums      ; bytes that are cleared with the board
mode        ds 1            ; 0 WHITE, 1 BLACK, 2 PL., 3 DEMO
;--- messages, frame, input and sound ----------------------------- always in use ---
msgLeft     ds 1            ; words below the board: indices in WordLow
msgRight    ds 1            ;   or %10000nnn: the digit n
random      ds 2            ; never both 0
frame       ds 1            ; counts frames
phase       ds 1            ; %sp00000e  searching, playing, next event
switches    ds 1            ; %f00000sr  newly pressed: fire, Select, Reset
held        ds 1            ;            the same bits: pressed in the last frame
soundAt     ds 1            ; index of the next note
soundTimer  ds 1            ; frames until that note begins; 0: silence
;--- the walk through a throw: rules and search --------------------------------------
ply         ds 1            ; index of the current number
first       ds 1            ; index of the number at which the walk begins
longest     ds 1            ; numbers, from first on, that the longest way found so far plays
goal        ds 1            ; how many more numbers of this throw must be played; 0: unknown
limit       ds 1            ; index of the last number that can be played, plus 1
began       ds 1            ; value of frame when Reach or the search began
path        ds 8            ; each step: %c00wwwww  w = start wedge, c = it captured a man
bestPath    ds 4            ; the computer's plan: start wedge of each step
;--- search --------------------------------------------------------------------------
bestLow     ds 1            ; value of the best way found so far, signed
bestHigh    ds 1
valueLow    ds 5            ; value after playing 0..4 numbers
valueHigh   ds 5
rearmost    ds 1            ; lowest wedge with a man of the opponent; 0: one is on the shambles
danger      ds 24           ; for each wedge, cost of leaving a single man there
; while a person chooses, and between moves
cursor      = bestLow       ; wedge under the cursor
stick       = bestHigh      ; %1111rldu of the last frame, 0 = pushed
stickTimer  = valueLow      ; frames until a held stick repeats
timer       = valueLow+1    ; rolling dice: pairs still to show; in Choose: the wedge being tried
playable    = danger        ; for each wedge, not 0 if it may be chosen
; while Reach counts
out         = valueHigh+3   ; number of the mover's men on 7..25, in Reach's copy
men         = out+1         ; Reach's copy: the mover's men on 0..25, as in board
            IF men+SHAMBLES >= overlay
              ECHO "Reach's copy does not fit"
              ERR
            ENDIF

overlay                     ; the kernel overwrites these bytes in each frame
number      ds 1            ; number being played                       rules
to          ds 1            ; target of the step; 0: off the board
wedge       ds 1            ; wedge being tried
gainLow     ds 1            ; value of a step, signed                   search
gainHigh    ds 1
depth       ds 1            ; numbers played before this one
temp        ds 1
            ORG overlay
;--- the kernel ------------------------------------------------------------------------
bandPtr     ds 12           ; six pointers to the columns of a line of text
outerLeft   = bandPtr       ; -> shape of the outermost man on the left
innerRight  = bandPtr+2     ; -> shapes of the men on the right, from the middle out
middleRight = bandPtr+4
outerRight  = bandPtr+6
wedgePtr    = bandPtr+8     ; -> colors of the wedges
leftColor   = bandPtr+10    ; colors of a row's wedges
rightColor  = bandPtr+11
line        ds 1            ; current line of a band, or row of the board
row         = line
menColor    ds 1            ; color of the mover's men
theirColor  = switches      ; color of the opponent's men; switches are read after the picture
column      = menColor      ; Header: current column; Band: byte of column 5
; The stack needs 11 bytes when WalkPoll draws the picture during a search.
            ECHO "RAM: stack has", [$100 - *]d, "bytes"
            IF * > $F5
              ERR
            ENDIF
