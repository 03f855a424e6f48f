;===============================================================================
; Numbers with a name: the frame as a sum, game, switches, status, colors.
;===============================================================================
;--- the frame: 262 lines, always --------------------------------------------------------
; Three events divide it. FrameService waits for each with the timer, so the line count
; is right whatever the program does in between.
SYNC_LINES      = 3         ; vertical sync, from line 0
BLANK_LINES     = 36        ; then blank: the screen list and the header are made
PICTURE_LINES   = 193       ; picture, from line 39
OVERSCAN_LINES  = 30        ; blank again: sound, switches, joysticks, rules
            IF SYNC_LINES + BLANK_LINES + PICTURE_LINES + OVERSCAN_LINES != 262
              ECHO "the frame does not have 262 lines"
              ERR
            ENDIF

LINE_CYCLES     = 76
; The picture in detail, from its first line on:
HEADER_GAP      = 1         ; the event itself
GLYPH_ROWS      = 5         ; header: rows of two lines
HEADER_LINES    = 1 + 2*GLYPH_ROWS ; and one line that clears it
EDGE_LINES      = 4         ; above the pieces of a rank
SHAPE_LINES     = 14        ; a piece and an empty line
FOOT_LINES      = 4         ; below
RANK_LINES      = EDGE_LINES + SHAPE_LINES + FOOT_LINES
BOARD_LINES     = 8 * RANK_LINES
            IF HEADER_GAP + HEADER_LINES + FOOT_LINES + BOARD_LINES + 1 > PICTURE_LINES
              ECHO "the board does not fit into the picture"
              ERR
            ENDIF

; The search polls the timer; FrameService takes over when fewer than this many steps
; of 64 cycles are left. So it must poll at least every (POLL_TICKS-1) * 64 cycles.
POLL_TICKS      = 8
;
; The rules also poll, on a player's turn. They may have used a part of the time before the
; picture: the header needs at least PREPARE_TICKS, and the list of squares LIST_TICKS more.
; If less is left, the picture keeps the previous header or list.
PREPARE_TICKS   = 22
LIST_TICKS      = 38
            MAC POLL            ; A, X, Y are lost
            jsr Poll
            ENDM

;--- status: bits of one byte ------------------------------------------------------------
THINKING        = %10000000 ; the computer thinks: no board
GAMEOVER        = %01000000 ; the side to move cannot move
DRAWN           = %00100000 ; draw by 40 quiet moves of each side: waits for input
SHOWMOVE        = %00010000 ; the computer's move blinks
CHAIN           = %00001000 ; the piece in hand must jump on
SETUP           = %00000010 ; set-up mode
MUSTJUMP        = %00000001 ; the side to move must jump: JP

;--- the game ----------------------------------------------------------------------------
TWO_PLAYERS     = 10        ; game number
LAST_GAME       = 19
WHITE           = 4         ; turn
DRAW_COUNT      = 80        ; half-moves without a capture or a man's move
NO_PIECE        = $80       ; inHand: none

;--- joysticks and switches --------------------------------------------------------------
; SWCHB: Reset %00000001 and Select %00000010 (0 = pressed) are read by LSR, the left
; difficulty %01000000 (1 = A: set-up) and the right one %10000000 (1 = A: the left player has
; white) by BIT.
COLOR_SWITCH    = %00001000 ; 1 = color
NO_WAY          = $01       ; no direction: %d0h00000 would be a direction
BOTH_WAYS       = DOWN|HIGHER
STICK_FIRST     = 20        ; frames from the first step to the second,
STICK_REPEAT    = 12        ;   and from each further step to the next
STICK_SLACK     = 4         ; frames for which a diagonal push may lack one direction
STICK_STRAIGHT  = 16        ; frames of a straight push that change the turn in set-up
FIRE_REPEAT     = 24        ; frames between two pieces in set-up, button held
SELECT_REPEAT   = 30        ; frames between two games, Select held
DROP_PAUSE      = 10        ; frames to see a move before the next turn

;--- blinking: bits of frame -------------------------------------------------------------
X_PHASE         = %00010000 ; clear for 16 frames, the X's; set for 16, the pieces'
HAND_PHASE      = %00001000 ; the piece in hand blinks faster

;--- what a square can show: %bwk as in the planes, and two X in the gaps ----------------
SHOW_EMPTY      = 0
SHOW_WHITE_X    = 1
SHOW_WHITE      = 2         ; a man; 3 a king, 4 and 5 those of black
SHOW_BLACK_X    = 6
BOTH_X          = SHOW_WHITE_X ^ SHOW_BLACK_X

;--- colors: %hhhhlll0 -------------------------------------------------------------------
; Three sets, chosen by game and color switch.
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

;--- where the picture's code and data begin: they fill the end of the cartridge ---------
KERNEL          = $FDBC
