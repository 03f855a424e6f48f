;===============================================================================
; Constants: the lines of the frame, status, game, switches, colors.
;===============================================================================
;--- the frame: 262 lines, always --------------------------------------------------------
; Three events divide the frame. FrameService waits for each of them with the timer, so the
; number of lines does not depend on how much the program does between events.
SYNC_LINES      = 3         ; vertical sync, from line 0
BLANK_LINES     = 36        ; blank: PrepareBoard makes the list of squares and the header
PICTURE_LINES   = 193       ; picture, from line 39
OVERSCAN_LINES  = 30        ; blank again: sound, switches, joysticks, rules
            IF SYNC_LINES + BLANK_LINES + PICTURE_LINES + OVERSCAN_LINES != 262
              ECHO "the frame does not have 262 lines"
              ERR
            ENDIF

LINE_CYCLES     = 76
; The lines of the picture, from the top:
HEADER_GAP      = 1         ; the line in which the PICTURE event switches the beam on
GLYPH_ROWS      = 5         ; rows of the header, two lines each
HEADER_LINES    = 1 + 2*GLYPH_ROWS ; the last line clears the header
EDGE_LINES      = 4         ; above the pieces of a rank
SHAPE_LINES     = 14        ; a piece and an empty line
FOOT_LINES      = 4         ; below the pieces
RANK_LINES      = EDGE_LINES + SHAPE_LINES + FOOT_LINES
BOARD_LINES     = 8 * RANK_LINES
            IF HEADER_GAP + HEADER_LINES + FOOT_LINES + BOARD_LINES + 1 > PICTURE_LINES
              ECHO "the board does not fit into the picture"
              ERR
            ENDIF

; The search polls the timer, and calls FrameService when fewer than POLL_TICKS steps of
; 64 cycles are left. It must therefore poll at least every (POLL_TICKS-1) * 64 cycles.
POLL_TICKS      = 8
;
; On a player's turn, the rules poll, too. They may already have used up part of the time before
; the picture. The header alone needs PREPARE_TICKS; the list of squares and the header together
; need LIST_TICKS. If less time is left, the picture keeps the previous header or list.
PREPARE_TICKS   = 22
LIST_TICKS      = 38
            MAC POLL            ; clobbers A, X, Y
            jsr Poll
            ENDM

;--- status: bits of one byte ------------------------------------------------------------
THINKING        = %10000000 ; the computer is thinking; no board is shown
GAMEOVER        = %01000000 ; the side to move cannot move
DRAWN           = %00100000 ; a draw (40 quiet moves by each side), shown until the next input
SHOWMOVE        = %00010000 ; the computer's move blinks
CHAIN           = %00001000 ; the piece in hand must jump again
SETUP           = %00000010 ; set-up mode
MUSTJUMP        = %00000001 ; the side to move must jump; the header shows JP

;--- the game ----------------------------------------------------------------------------
TWO_PLAYERS     = 10        ; number of the two-player game
LAST_GAME       = 19
WHITE           = 4         ; value of turn when white is to move
DRAW_COUNT      = 80        ; half-moves in a row, by kings and without a capture, that make a draw
NO_PIECE        = $80       ; value of inHand while no piece is lifted

;--- joysticks and switches --------------------------------------------------------------
; These bits of SWCHB have no names, since the program reads them with LSR and BIT. With LSR: Reset
; %00000001 and Select %00000010 (0 = pressed). With BIT: the left difficulty switch %01000000
; (1 = A: set-up) and the right one %10000000 (1 = A: the left player has white).
COLOR_SWITCH    = %00001000 ; 1 = color
NO_WAY          = $01       ; no direction (a direction is %d0h00000)
BOTH_WAYS       = DOWN|HIGHER
STICK_FIRST     = 20        ; frames from the first step to the second
STICK_REPEAT    = 12        ; frames from each later step to the next
STICK_SLACK     = 4         ; frames for which a diagonal push may lose one direction
STICK_STRAIGHT  = 16        ; set-up: a straight push this many frames long changes the side to move
FIRE_REPEAT     = 24        ; set-up: frames from one piece to the next while the button is held
SELECT_REPEAT   = 30        ; frames from one game to the next while Select is held
DROP_PAUSE      = 10        ; frames from a player's move to the next turn

;--- blinking: bits of frame, the frame counter ------------------------------------------
X_PHASE         = %00010000 ; clear: show the cursor (an X); set: what is under it; 16 frames each
HAND_PHASE      = %00001000 ; the same for a piece in hand, which blinks faster

;--- contents of a square: %bwk (black, white, king); two unused values show an X --------
SHOW_EMPTY      = 0
SHOW_WHITE_X    = 1
SHOW_WHITE      = 2         ; a man; 3 = a king; 4 and 5 = black's man and king
SHOW_BLACK_X    = 6
BOTH_X          = SHOW_WHITE_X ^ SHOW_BLACK_X

;--- colors: %hhhhlll0 -------------------------------------------------------------------
; The game and the color switch choose one of three sets.
AMATEUR_LIGHT   = $34       ; red and black
AMATEUR_DARK    = $00
PRO_LIGHT       = $28       ; buff and green
PRO_DARK        = $C0
GREY_LIGHT      = $0C
GREY_DARK       = $08
WHITE_PIECE     = $0E
RED_PIECE       = $36
GREY_PIECE      = $02
BLUE_TEXT       = $94
GREY_TEXT       = $00

;--- first address of the picture's code and data, which fill the end of the cartridge ---
KERNEL          = $FDBC
