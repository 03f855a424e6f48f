;===============================================================================
; Constants for the frame, the switches, the game, the words and the colors.
;===============================================================================
;--- the frame: 262 lines, always ------------------------------------------------
SYNC_LINES      = 3         ; vertical sync, from line 0
BLANK_LINES     = 22        ; vertical blank: time for rules and search
HEADER_LINES    = 10        ;   then Header prepares the upper band
ROW_LINES       = 11        ; two lines to prepare a row of wedges, nine with its men
BAND_LINES      = 14        ; seven rows of dots, two lines each
PICTURE_LINES   = 2*[BAND_LINES + 4] + 14*ROW_LINES + 4*2 + 10
OVERSCAN_LINES  = 19        ; blank again: sound and switches, then rules and search
            IF SYNC_LINES + BLANK_LINES + HEADER_LINES + PICTURE_LINES + OVERSCAN_LINES != 262
              ECHO "the frame does not have 262 lines"
              ERR
            ENDIF
LINE_CYCLES     = 76

; Poll calls FrameService if the timer has fewer than POLL_TICKS ticks of 64 cycles left. So a
; search must call Poll at least once every POLL_TICKS ticks.
POLL_TICKS      = 14
WALK_TICKS      = 10        ; the same for WalkPoll, plus two ticks for each step that
                            ;   WalkPoll must take back before the picture

;--- joystick and switches ---------------------------------------------------------
RESET_SWITCH    = %00000001 ; SWCHB; 0 = pressed
SELECT_SWITCH   = %00000010
COLOR_SWITCH    = %00001000 ; 1 = color
LEFT_SWITCH     = %01000000 ; 1 = A: the wedges that may be chosen are not marked
RIGHT_SWITCH    = %10000000 ; 1 = A: the computer plays without pauses
FIRE            = %10000000 ; bit in the variables switches and held
STICK_FIRST     = 18        ; stick held: frames from the cursor's first step to its second
STICK_REPEAT    = 8         ;   and from each later step to the next

;--- the game ---------------------------------------------------------------------
ALL_MEN         = 15
HOME            = 6         ; the highest wedge of the mover's home, wedges 1 to 6
MODE_WHITE      = 0
MODE_BLACK      = 1
MODE_TWO        = 2
MODE_DEMO       = 3
SEARCHING       = %10000000 ; bit of phase: the computer is searching for its best play
PLAYING         = %01000000 ;               a game is in progress
EVENT           = %00000001 ;               which event is next: see frame.asm

;--- words: their indices in WordLow; the first four are the names of the modes --------
W_WHITE         = 0
W_BLACK         = 1
W_THROW         = 4
W_ROLLS         = 5
W_THINK         = 6
W_MOVE          = 7
W_NO            = 8
W_WAY           = 9
W_LATER         = 10
W_WINS          = 11
W_RESET         = 12
W_TRIK          = 13
W_TRAK          = 14
W_BLANK         = 15
W_DIGIT         = $80       ; msgRight = W_DIGIT + n shows the digit n

;--- colors: %hhhhlll0 ----------------------------------------------------------------
WHITE_MEN       = $0E
BLACK_MEN       = $00

;--- first address of the glyphs, which fill the end of the cartridge
GLYPHS          = $FD00
