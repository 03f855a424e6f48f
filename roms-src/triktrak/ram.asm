;===============================================================================
; RAM: all 128 bytes, $80..$FF.
;
; The board is stored from the point of view of the side to move: its men travel from 24 to 1.
; A wedge is %tlcmnnnn:
;   n  men, 0..15
;   t  1: the men are the opponent's (0 if there are no men; always 1 in theirBar and theirOff)
;   l  may be chosen          while a person chooses
;   c  the cursor is here     while a person chooses; lights the wedge
;   m  marked                 while a person chooses; lights the wedge less
;===============================================================================
THEIRS      = %10000000
LEGAL       = %01000000
CURSOR      = %00100000
MARKED      = %00010000
MEN         = %00001111
SHAMBLES    = 25            ; index of the mover's captured men
ENTRIES     = 28

            SEG.U ram
            ORG $80
;--- the game ---------------------------------------------------------- always ---
board       ds 26           ; 1..24: wedges; the mover's men removed (0), on the shambles (25)
theirBar    ds 1            ; %1000nnnn  the opponent's men on the shambles
theirOff    ds 1            ; %1000nnnn  the opponent's men removed
nums        ds 4            ; the throw's different numbers, in order; nums 0: the title is shown
count       ds 1            ; how many numbers to play: 0, 2, or 4, 8 (each of nums twice)
at          ds 1            ; index of the next number to play
outside     ds 1            ; number of the mover's men on 7..25
side        ds 1            ; 0 White, 1 Black
blink       ds 1            ; bits that change the board's colors
THROW_BYTES  = * - nums      ; bytes that are cleared with the board
mode        ds 1            ; 0 WHITE, 1 BLACK, 2 PL., 3 DEMO
;--- the screen's own bytes --------------------------------------------- always ---
msgLeft     ds 1            ; words of the line below the board
msgRight    ds 1            ;   %10000nnn: the digit n
random      ds 2            ; never both 0
frame       ds 1            ; counts frames
phase       ds 1            ; %sp00000e  searching, playing, next event
switches    ds 1            ; %f00000sr  newly pressed: fire, Select, Reset
held        ds 1            ;            pressed in the last frame, in the same bits
soundAt     ds 1            ; next note
soundTimer  ds 1            ; frames until that note begins; 0: silence
;--- the walk through a throw: rules and search --------------------------------------
ply         ds 1            ; index of the current number
first       ds 1            ; index of the number at which the walk begins
longest     ds 1            ; most numbers played, from first on, by any of the ways tried so far
goal        ds 1            ; how many more numbers of this throw must be played; 0: unknown
limit       ds 1            ; index after the last number that can be played
began       ds 1            ; value of frame when Reach or the search began
path        ds 8            ; %c00wwwww  w = start wedge of each step; c = the step captured
bestPath    ds 4            ; the computer's plan: start wedges
;--- search --------------------------------------------------------------------------
bestLow     ds 1            ; value of the best way, signed
bestHigh    ds 1
valueLow    ds 5            ; value after 0..4 numbers
valueHigh   ds 5
rearmost    ds 1            ; lowest wedge with a man of the opponent; 0: shambles
danger      ds 24           ; cost of a single man on each wedge
; while a person chooses, and between moves
cursor      = bestLow       ; wedge under the cursor
stick       = bestHigh      ; %1111rldu of the last frame, 0 = pushed
stickTimer  = valueLow      ; frames until a held stick repeats
timer       = valueLow+1    ; pairs of faces still to show; in Choose: the wedge being tried
playable    = danger        ; for each wedge, not 0 if it may be chosen
; while Reach counts
out         = valueHigh+3   ; number of the copy's men on 7..25
men         = out+1         ; the mover's men, 0..25, as in board
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
line        ds 1            ; line of a band; row of the board
row         = line
menColor    ds 1            ; color of the mover's men
theirColor  = switches      ; color of the opponent's men; switches are read after the picture
column      = menColor      ; the current byte of a band
; While a search runs, WalkPoll draws the picture with 11 bytes on the stack.
            ECHO "RAM: stack has", [$100 - *]d, "bytes"
            IF * > $F5
              ERR
            ENDIF
