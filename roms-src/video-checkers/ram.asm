;===============================================================================
; RAM: all 128 bytes, $80..$FF.
;
;   $80..$84  squares' scratch     $85..$95  the game, always in use
;   $96..$9D  the screen's own bytes, always in use
;   $9E..$F9  while thinking: the search.  Otherwise: the player's cursor, the last
;             move shown, rules scratch, and the screen's scratch
;   $FA..$FF  the stack while thinking ($F2..$FF at other times)
;
; A square is %000kkrrr: row r (0 = black's home rank), column k. Its standard
; number, black's home being 1..12, is 4r + k + 1. The board turned by 180
; degrees: EOR #$1F. The dark squares of an even row are the files 2k+1, of an
; odd row at 2k, counted from the right with black at the bottom.
;
; A step is %d0hkkrrr: a square ORA a direction: d = down (towards row 0), h =
; towards the higher file. The search counts d from the side to move (1 = back-
; wards): EOR flip turns one meaning into the other.
;
; The board is a plane of 4 bytes for each color: byte k, bit r. A column is one byte, so
; a shift moves all its men by one step.
;===============================================================================
DOWN        = $80           ; direction bits of a step
HIGHER      = $20
SQUARE      = $1F
BOTH_ENDS   = HIGHER|SQUARE ; turns a step round with the board
EVEN_ROWS   = %01010101
ODD_ROWS    = %10101010
NO_STEP     = $3E           ; off the board's edge for both sides: never legal
START       = $40           ; in code: not a step yet, the first of a row or section
NEW_GAME    = $40           ; in lastBack: no move has been made

ENTRIES     = 20            ; steps and single jumps in one line of the search:
MAX_LEVEL   = 9             ;   9 plies, then at least 11 jumps
KILLERS     = 8             ; one for each of the first plies

            SEG.U ram
            ORG $80
;--- columns of empty squares between two bytes that serve as walls ----------------------
flip        ds 1            ; %w0000000  w = white to move; no even row: left wall
empty       ds 4            ; plane of empty squares           rules, search
turn        ds 1            ; 0 black, 4 white to move; no odd row: right wall  always
            IF [[4 & ODD_ROWS] | [$80 & EVEN_ROWS]]
              ECHO "flip and turn must look like walls"
              ERR
            ENDIF
;--- the game ---------------------------------------------------------- always ----------
black       ds 4            ; planes: all black pieces; all white; kings of both
white       ds 4            ;   white = black + 4 = black + turn
kings       ds 4
game        ds 1            ; 1..9 checkers, 10 two players, 11..19 giveaway
quiet       ds 1            ; half-moves since a capture or a man's move, to 255
lastBack    ds 1            ; step that takes the computer's last king back; NO_STEP; NEW_GAME
random      ds 1            ; never 0

;--- the screen's own, also while the computer thinks -------------------- always --------
status      ds 1            ; THINKING, GAMEOVER ... : constants.asm
cursor      ds 2            ; squares of the left, of the right player's X
frame       ds 1            ; counts frames
phase       ds 1            ; PHASE_...: FrameService's next event
depth                       ; plies to go; 0 and below: captures only     search
pause       ds 1            ; frames until the next turn begins; 0: it has begun
clock                       ; time left, in 256 frames; negative: time is up     search
selectTimer ds 1            ; frames until Select acts, if held
left        ds 1            ; side of the left player: 0 black, SQUARE white

overlay                     ; from here on: two lives
;--- first life: a move is shown; rules; screen ------------------------------------------
player      ds 1            ; 0 left, 1 right: whose stick and cursor count
inHand      ds 1            ; square of the piece in hand (the cursor's); NO_PIECE
aim         ds 1            ; the square it is held over; = that of the cursor: not moved
moveFrom    ds 1            ; squares of the computer's move          shown move
moveTo      ds 1
taken       ds 4            ; plane of the pieces it took
takenKings  ds 4            ; plane of the kings among them
            ORG overlay
;--- second life: the search -------------------------------------------------------------
killer      ds KILLERS      ; the root's best step of the last pass; then   search
                            ;   the step that refuted the last sibling at each ply
alpha       ds 1            ; value that the side to move has for certain; 0..255  search
beta        ds 1            ; value that the other side will not exceed        search
node        ds 1            ; current entry of the line of play, 0..ENTRIES
ties        ds 1            ; %cfnnnnnn  n root moves as good as the best; c = just count;
                            ;   f = FIRST_BEST
trade       ds 1            ; place value of any capture
            IF * != overlay + 13
              ECHO "the search's first bytes must cover the shown move"
              ERR
            ENDIF
;--- scratch of the rules (both lives) ---------------------------------------------------
from        ds 1            ; squares of the current step
over        ds 1
to          ds 1
bit         ds 1            ; bit of a square in its column
owner       = bit           ; 0 black, 4 white: of the piece lifted or set down
code        ds 1            ; step in the search's sense (d = backwards)
events      ds 1            ; of a step: CROWNED, TOOK_KING, UNDO
kind        ds 1            ; bit 7: jumps, not plain steps
king        ds 1            ; of the moved or taken piece: 0 = a man, else a king
temp        ds 1
targetRow   ds 2            ; of the squares that kings of both sides go for; the first: $80
targetColumn ds 2           ;   if they are the same                        search
variant     = targetColumn  ; bit 7: giveaway, which has no targets
pieces      ds 1            ; on the board
material    ds 1            ; half-men gained since the root: man 2, king 3; in giveaway it does
                            ;   not count
place       ds 1            ; value of places gained since the root, signed
            IF * > $BC
              ECHO "rules scratch runs into the screen's"
              ERR
            ENDIF
;--- the search's own ($BB and up: the screen's scratch in the first life) ---------------
bestStep    ds 1            ; the best move's first step
bestPath    ds 2            ; %..ddcc bbaa: directions of its further jumps, last one lowest
;--- a line of play: one entry for each step or single jump ------------------------------
flags       ds ENTRIES      ; %jcwkst00, see search.asm
step        ds ENTRIES      ; bit 6 clear, as flags[ENTRIES] must look
saved       ds ENTRIES      ; beta of the side that moved

STACK_THINK = $FA           ; three nested calls
            ECHO "RAM: think stack", [STACK_THINK - *]d, "bytes free below"
            IF * > STACK_THINK
              ERR
            ENDIF
            IF ENTRIES < MAX_LEVEL + 11
              ECHO "the capture tail is shorter than 11"
              ERR
            ENDIF
            ORG flip
;--- first life of flip and empty: between rules' calls ----------------------------------
tensPtr     ds 2            ; -> glyph of the tens, of the units          header
unitsPtr    ds 2
dots        ds 1            ; tens                                        header
wordPtr     = tensPtr       ; -> word, number of players, once header is made    kernel
playersPtr  = unitsPtr
            ORG flip
listBlack   ds 1            ; columns of planes, shifted out bit by bit   list
listKings   ds 1
            ds 1
shownTaken  ds 1            ; not 0: show the pieces the computer took    list
listWhite   ds 1
ownX        = listKings     ; X in the color of the side in turn          list
            IF listWhite != listBlack + 4
              ECHO "the list's columns must be as far apart as the planes"
              ERR
            ENDIF
            ORG flip
rank        ds 1            ; 7 top .. 0: the next to be prepared         kernel
;--- first life of the rules' scratch, and the screen's own scratch ----------------------
            ORG from
header                      ; five rows of dots each, lowest first
headerGame  ds 5            ; game number                                 header
headerFrom  ds 5            ; first square                                header
headerTo    ds 5            ; second square                               header
shapePtr    = header        ; 4 -> shapes of a rank's pieces, left to right kernel
pieceColor  = header + 8    ; their colors, in every second byte          kernel
dl          ds 32           ; SHOW_... of each square with black at the bottom; EOR left
                            ;   turns it                                  list, kernel
showColor   ds 7            ; color of each SHOW_...               main loop, kernel
light       ds 1            ; color of the light squares           main loop, kernel
textColor   ds 1            ; color of the header if the left player has black  main loop
first       ds 1            ; square of the X; first square        list, header
stick       ds 1            ; diagonal of the stick (screen), NO_WAY      input
fire        ds 1            ; frames that the button has been held        input
stickTimer  ds 1            ; frames until it steps again                 input
touched     ds 1            ; joysticks and switches, a frame ago         input
idle        ds 1            ; times 256 frames without input; from $80 on colors cycle always
slack       ds 1            ; frames since it was a diagonal, not let go  input
way         ds 1            ; direction of the last push, on the board    input
handWay     ds 1            ; direction from inHand to aim                input
piece       ds 1            ; the piece that set-up places, as bits            set-up
under       ds 1            ; SHOW_... of the piece under the X           list, set-up
soundAt     ds 1            ; next note - Sounds                          sound
soundTimer  ds 1            ; frames until it comes, 0 = silence          sound
STACK_PLAY  = $F2           ; seven nested calls
            ECHO "RAM: screen scratch", [STACK_PLAY - *]d, "bytes free below the stack"
            IF * > STACK_PLAY
              ERR
            ENDIF
