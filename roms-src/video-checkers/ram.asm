;===============================================================================
; RAM: all 128 bytes, $80..$FF.
;
;   $80..$84  scratch              $85..$95  the game, always in use
;   $96..$9D  the screen's own bytes, always in use
;   $9E..$F9  while thinking: the search. At other times: the player's cursor, the last
;             move shown, and scratch of the rules and of the screen
;   $FA..$FF  the stack while thinking ($F2..$FF at other times)
;
; A square is %000kkrrr: row r (0 = black's home rank) and column k. Its standard
; number is 4r + k + 1 (black's home is 1..12). EOR #$1F rotates a square's place
; by 180 degrees. With black at the bottom and the files counted from the right, the
; squares of an even row are on the files 2k+1, those of an odd row on the files 2k.
;
; A step is %d0hkkrrr, a square ORA a direction: d = down (towards row 0), h =
; towards the higher file. In the search, d = 1 is backwards for the side to move;
; EOR flip converts between the two meanings.
;
; The board is three planes of 4 bytes: black, white and kings. Byte k is column k, and bit
; r is row r, so a shift moves all pieces of a column by one row.
;===============================================================================
DOWN        = $80           ; direction bits of a step
HIGHER      = $20
SQUARE      = $1F
BOTH_ENDS   = HIGHER|SQUARE ; EOR with this rotates a step (its square and h) by 180 degrees
EVEN_ROWS   = %01010101
ODD_ROWS    = %10101010
NO_STEP     = $3E           ; a step that leads off the board for both sides, so never legal
START       = $40           ; flag in 'code': begin at the first step of the row
NEW_GAME    = $40           ; value of lastBack before the first move

ENTRIES     = 20            ; maximum number of steps and single jumps in a line of play
MAX_LEVEL   = 9             ; plies of the highest level; leaves room for at least 11 more jumps
KILLERS     = 8             ; number of entries, from the root down, that have a killer move

            SEG.U ram
            ORG $80
;--- columns of empty squares between two bytes that serve as walls ----------------------
flip        ds 1            ; %w0000000  w = white to move. Also the left wall: even-row bits are 0
empty       ds 4            ; plane of empty squares           rules, search
turn        ds 1            ; to move: 0 black, 4 white. Also the right wall: odd-row bits are 0
            IF [[4 & ODD_ROWS] | [$80 & EVEN_ROWS]]
              ECHO "flip and turn must look like walls"
              ERR
            ENDIF
;--- the game ---------------------------------------------------------- always ----------
black       ds 4            ; plane of all black pieces
white       ds 4            ; plane of all white pieces; must be black + 4, so that turn selects it
kings       ds 4            ; plane of the kings of both sides
game        ds 1            ; 1..9 checkers, 10 two players, 11..19 giveaway
quiet       ds 1            ; half-moves since the last capture or man's move
lastBack    ds 1            ; step that undoes the computer's last king move; or NO_STEP, NEW_GAME
random      ds 1            ; never 0

;--- the screen's own bytes, in use even while the computer thinks ------- always --------
status      ds 1            ; THINKING, GAMEOVER ... : constants.asm
cursor      ds 2            ; squares of the left player's X and the right player's X
frame       ds 1            ; counts frames
phase       ds 1            ; PHASE_...: FrameService's next event
depth                       ; plies still to search; 0 or less: captures only  search
pause       ds 1            ; frames until the next turn begins; 0: the turn has begun
clock                       ; time left, in units of 256 frames; negative: time is up   search
selectTimer ds 1            ; frames until Select acts, while it is held
left        ds 1            ; side of the left player: 0 black, SQUARE white

overlay                     ; each byte from here to the stack has two uses
;--- first use: a player's turn, the computer's move on display, the rules, the screen ---
player      ds 1            ; the player whose turn it is: 0 left, 1 right
inHand      ds 1            ; square from which the player has lifted a piece, or NO_PIECE
aim         ds 1            ; square under the piece in hand, or under the cursor if there is none
moveFrom    ds 1            ; start square of the computer's move       display
moveTo      ds 1            ; end square of the computer's move
taken       ds 4            ; plane of the pieces that the computer took
takenKings  ds 4            ; plane of the kings among these pieces
            ORG overlay
;--- second use: the search --------------------------------------------------------------
killer      ds KILLERS      ; step to try first. At the root: the best step of the   search
                            ;   previous pass; elsewhere: the last step that refuted a node
alpha       ds 1            ; value, 0..255, that the side to move is sure of  search
beta        ds 1            ; highest value that the other side would allow   search
node        ds 1            ; current entry of the line of play, 0..ENTRIES
ties        ds 1            ; %cfnnnnnn  n = number of equally good root moves;
                            ;   c = this pass only counts the moves; f = FIRST_BEST
trade       ds 1            ; added to place when black captures, subtracted when white does
            IF * != overlay + 13
              ECHO "the search's first bytes must cover the shown move"
              ERR
            ENDIF
;--- scratch of the rules, in both uses --------------------------------------------------
from        ds 1            ; start square of the current step
over        ds 1            ; square jumped over
to          ds 1            ; square that the step ends on
bit         ds 1            ; bit of a square in its column
owner       = bit           ; owner of the piece lifted or set down: 0 black, 4 white
code        ds 1            ; step as the search encodes it: d = 1 is backwards
events      ds 1            ; flags of a step: CROWNED, TOOK_KING, UNDO
kind        ds 1            ; bit 7 = 1: jumps; 0: plain steps
king        ds 1            ; 0: the moved or taken piece is a man; other values: a king
temp        ds 1
targetRow   ds 2            ; rows of two squares that attract kings; first = $80: one square only
targetColumn ds 2           ; columns of these two target squares; used by the search
variant     = targetColumn  ; bit 7 = 1: giveaway, in which kings have no targets
pieces      ds 1            ; number of pieces on the board
material    ds 1            ; gain since the root in half-men: a man is 2, a king 3; not used
                            ;   in giveaway
place       ds 1            ; gain since the root in the values of squares, signed
            IF * > $BC
              ECHO "the rules' scratch overlaps the screen's scratch"
              ERR
            ENDIF
;--- bytes that only the search uses, from $BB; otherwise the screen's scratch -----------
bestStep    ds 1            ; the best move's first step
bestPath    ds 2            ; %..ddcc bbaa: directions of its other jumps; aa = the next one
;--- a line of play: one entry for each step or single jump ------------------------------
flags       ds ENTRIES      ; JUMP, CONTINUED ...: see search.asm
step        ds ENTRIES      ; bit 6 must be clear: GoUp may read step[0] as flags[ENTRIES]
saved       ds ENTRIES      ; beta of the side that moved

STACK_THINK = $FA           ; three nested calls
            ECHO "RAM: think stack", [STACK_THINK - *]d, "bytes free below"
            IF * > STACK_THINK
              ERR
            ENDIF
            IF ENTRIES < MAX_LEVEL + 11
              ECHO "a line of play has room for fewer than 11 jumps after the plies"
              ERR
            ENDIF
            ORG flip
;--- first use of the areas 'flip' and 'empty': for the screen, between calls to the rules ---
tensPtr     ds 2            ; -> glyph of the tens                        header
unitsPtr    ds 2            ; -> glyph of the units                       header
dots        ds 1            ; the tens digit                              header
wordPtr     = tensPtr       ; -> word, after the header has been made     kernel
playersPtr  = unitsPtr      ; -> number of players                        kernel
            ORG flip
listBlack   ds 1            ; columns of planes, shifted out bit by bit   list
listKings   ds 1
            ds 1
shownTaken  ds 1            ; not 0: show the pieces the computer took    list
listWhite   ds 1
ownX        = listKings     ; SHOW_..._X of the side to move              list
            IF listWhite != listBlack + 4
              ECHO "the list's columns must be as far apart as the planes"
              ERR
            ENDIF
            ORG flip
rank        ds 1            ; next rank to prepare, 7 (top) to 0          kernel
;--- the screen's scratch; its first bytes share memory with the scratch of the rules ----
            ORG from
header                      ; three numbers, each with five rows of dots, the lowest first
headerGame  ds 5            ; game number                                 header
headerFrom  ds 5            ; first square                                header
headerTo    ds 5            ; second square                               header
shapePtr    = header        ; four pointers to the shapes of a rank     kernel
pieceColor  = header + 8    ; the shapes' colors, in every second byte  kernel
dl          ds 32           ; SHOW_... of each square. For a place on the screen, the index is
                            ;   the square there with black at the bottom, EOR left   list, kernel
showColor   ds 7            ; color of each SHOW_...               main loop, kernel
light       ds 1            ; color of the light squares           main loop, kernel
textColor   ds 1            ; color of the header if the left player has black  main loop
first       ds 1            ; square of the X (list); square of the first number (header)
stick       ds 1            ; direction of the stick on the screen; or NO_WAY  input
fire        ds 1            ; frames for which the button has been held   input
stickTimer  ds 1            ; frames until a held stick steps again       input
touched     ds 1            ; SWCHA EOR SWCHB in the previous frame       input
idle        ds 1            ; units of 256 frames without input; at $80 and above the colors cycle
slack       ds 1            ; length of a straight push in frames           input
way         ds 1            ; last push, as a direction on the board        input
handWay     ds 1            ; direction from inHand to aim                input
piece       ds 1            ; %bwk00000 of the piece to place in set-up        set-up
under       ds 1            ; SHOW_... of the piece under the X           list, set-up
soundAt     ds 1            ; offset of the next note in Sounds           sound
soundTimer  ds 1            ; frames until that note; 0 = silence         sound
STACK_PLAY  = $F2           ; seven nested calls
            ECHO "RAM: screen scratch", [STACK_PLAY - *]d, "bytes free below the stack"
            IF * > STACK_PLAY
              ERR
            ENDIF
