;===============================================================================
; Play runs once per frame, in the overscan. It calls at most one of the longer routines
; of rules.asm, so that it ends in time. Its parts end with jmp or fall through; the
; stack stays empty.
;===============================================================================
;--- Play: switches, then the turn of a player or of the computer ------------------------
; In   X is 1, from FrameService.
Play        SUBROUTINE
;--- after nine minutes without input, the colors cycle
            lda SWCHA
            eor SWCHB
            cmp touched
            sta touched
            beq .still
            stx idle            ; X is 1
.still      lda frame
            bne .awake
            inc idle
            bne .awake
            ror idle            ; C=1, since nothing was touched: idle goes from $FF to $80
;--- switches
.awake      lda SWCHB
            lsr                 ; Reset
            bcs .noReset
            jmp NewGame
.noReset    lsr                 ; Select
            txa                 ; not pressed: selectTimer = 1 (X), so that a press acts immediately
            bcs .select
            dec selectTimer
            bne .selected
            ldx game
            inx
            cpx #LAST_GAME+1
            bcc .game
            ldx #1
.game       stx game
            lda #SELECT_REPEAT
.select     sta selectTimer
.selected
;--- right difficulty: exchanges the sides, except during a multiple jump or after the game
            jsr Sides
            cmp left
            beq .sides
            tay
            lda status
            and #GAMEOVER|CHAIN
            bne .sides
            sty left
            lda #1              ; begin a new turn, perhaps the computer's
            sta pause
.sides
;--- left difficulty: set-up
            bit SWCHB           ; V = left difficulty
            bvs .setUp
            lda status
            and #SETUP
            bne LeaveSetUp
;--- a pause, the end of the game, a draw
            lda pause
            beq .turn
            dec pause
            beq BeginTurn
.frame      jmp NextFrame
.setUp      jmp SetUp
.turn       bit status
            bvs Human           ; GAMEOVER: a press ends the display
            lda status
            and #DRAWN|CHAIN    ; finish the jump even if Select has changed the game
            bne Human
            jsr FindPlayer
            bcc Human
            lda SWCHB           ; Select may have changed the turn to the computer's: wait until
            lsr
            lsr                 ;   Select is released
            bcc .frame
            bcs BeginTurn       ; always

; -- LeaveSetUp: starts play from the set-up position; turn is the side that begins ------
LeaveSetUp  lda #NO_STEP
            sta lastBack
PlayOn      lda #0
            sta quiet
            FALL_INTO BeginTurn
; -- BeginTurn: begins a turn, or ends the game if the side to move cannot move ----------
BeginTurn   SUBROUTINE
            lda status
            and #SHOWMOVE
            sta status
            jsr FreshPlayer
            jsr HasMove
            bcc .over
            lda quiet
            cmp #DRAW_COUNT
            bcs .drawn
            jsr FindPlayer
            bcs StartThink
            asl kind            ; HasMove sets bit 7 if there are jumps
            bcc .noJump
            inc status          ; add MUSTJUMP
.noJump     jsr ReadStick       ; a stick that is already held must not count as a new push
            lda #X_PHASE-1      ;   later, nor a held button as a new press; for the button,
            sta fire            ;   any value from 1 to FIRE_REPEAT-1 ensures that
            sta frame           ; 15: JP (must jump) flashes from the next picture
            ldy #Drop-Sounds    ; the sound when the board is shown again
            bne .sound          ; always
.over       ldy #LoseTune-Sounds
            jsr LeftWon         ; LeftWon keeps Y, the tune
            beq .lost
            ldy #WinTune-Sounds
.lost       lda #GAMEOVER
            bne .end            ; always
.drawn      lda #DRAWN
            ldy #DrawTune-Sounds
.end        ora status
            sta status
.sound      jmp Sound

;--- StartThink: begins the computer's turn, which ends in ThinkDone ---------------------
StartThink  jsr Mix             ; Mix runs only once per search, however long Reset was held
            lda #THINKING
            sta status
            asl
            sta AUDV0           ; A is 0
            sta frame
            POLL
            jmp Think

;--- Human: handles the button or, if it is not pressed, the stick ------------------------
Human       SUBROUTINE
            jsr ReadFire
            bcc .stick
            jsr EndShow
            bvs .ended          ; GAMEOVER
            bne .ended          ; the press has only ended the display
            lda inHand
            bmi .pickUp
            cmp aim
            beq .putBack
            ora handWay         ; drop the piece
            jsr MakeStep
            ldx player
            sta cursor,x
            sta aim
            bcs .goOn
            jsr EndTurn
            lda #DROP_PAUSE
            sta pause
            jsr NoHand
            asl                 ; A is 0
            beq .dropped        ; always
.goOn       sta inHand
            lda #CHAIN|MUSTJUMP
.dropped    sta status
.drop       ldy #Drop-Sounds
            bne Sound           ; always
.putBack    lda status
            and #CHAIN
            bne Refuse
            jsr NoHand
            bmi .drop           ; always
.pickUp     lda aim
            jsr CanMove
            bcc Refuse
            lda aim
            sta inHand
            ldy #PickUp-Sounds
            bne Sound           ; always
.ended      and #DRAWN
            beq Frame
.playOn     jmp PlayOn          ; play another 40 moves
.stick      jsr ReadStick
            bcs .push
            lda slack           ; the only effect of a straight push: it ends the display
            beq Frame
.push       jsr EndShow
            bvs Frame           ; GAMEOVER
            and #DRAWN
            bne .playOn
            bcc Frame
            lda inHand
            bmi MoveCursor
            cmp aim
            bne .back
            ora way             ; the piece is still on its square
            jsr CanStep
            bcc Refuse
            sta aim
            lda way
            sta handWay
            bcs Moved           ; always
.back       tax                 ; the piece has been moved: it can only go back
            lda way
            eor handWay
            cmp #BOTH_WAYS
            bne Refuse
            stx aim
            beq Moved           ; always

;--- Refuse, MoveCursor, Moved, Show, Sound, SoundOf, Frame: the shared ends of Play -----
; Refuse      plays the sound of a refusal.
; MoveCursor  moves the cursor by the step in 'way', and continues with Moved.
; Moved       shows the moved cursor or piece in the next picture.
; Show        sets frame to A, to select the phase of blinking, and plays the sound
;             of a click.
; Sound       starts the sound in Y, as a pure tone.
; SoundOf     starts the sound in Y; A is its kind (AUDC0).
Refuse      ldy #Razz-Sounds
            lda #NOISE
            bne SoundOf         ; always
MoveCursor  lda aim
            ora way
            jsr Neighbor
            bmi Refuse
            ldx player
            sta cursor,x
            sta aim
            FALL_INTO Moved
Moved       lda #0              ; show it in the next picture
            FALL_INTO Show
Show        sta frame
            ldy #Click-Sounds
            FALL_INTO Sound
Sound       lda #PURE_TONE
            FALL_INTO SoundOf
SoundOf     sta AUDC0
            sty soundAt
            lda #1
            sta soundTimer
            FALL_INTO Frame
Frame       jmp NextFrame

;--- SetUp: lets the player place pieces -------------------------------------------------
SetUp       SUBROUTINE
            lda status
            and #SETUP
            bne .on
            sta player          ; A is 0
            sta pause
            lda #SETUP
            sta status
            jsr NoHand
.on         jsr ReadFire
            bcs .place
            jsr ReadStick
            bcs MoveCursor
            lda slack
            cmp #STICK_STRAIGHT
            bne Frame
            inc slack           ; act only once per push
            jsr EndTurn         ; let the other side begin
            jmp Moved
.place      lda cursor
            jsr Locate          ; X = column; sets bit
            lda left
            and #%00000101      ; left player has white: skip the table's first five bytes
            adc under           ; C is 1
            tay
            lda NextPiece-1,y   ; %bwk00000
            sta piece
.plane      lda black,x         ; three planes, four bytes apart
            ora bit
            asl piece
            bcs .there
            eor bit
.there      sta black,x
            inx
            inx
            inx
            inx
            cpx #12
            bcc .plane
            lda white-12,x      ; men in the last row become kings: white's in row 0,
            eor black-12,x
            and #%00000001
            eor black-12,x      ;   black's in row 7
            and #%10000001
            ora kings-12,x
            sta kings-12,x
            lda #X_PHASE        ; show it in the next picture
            bne Show            ; always

; The next piece (%bwk) that set-up puts on a square, indexed by SHOW_... of the square. The order:
; left player's man, king, other side's man, king, none. If the left player has white, skip 5 bytes.
NextPiece   dc.b %10000000, 0, %01100000, %00000000, %10100000
            dc.b %01000000, 0, %01100000, %10000000, %10100000, %00000000

;--- ThinkDone: ends the search after the computer's move, or after Reset ----------------
ThinkDone   SUBROUTINE
            ldx #$FF
            txs
            IFCONST BENCH
;--- Bench: a benchmark that needs no input ----------------------------------------------
; Black has played 11-15. The cartridge searches for the reply, nine plies deep, again and again.
Bench       jsr NewBoard
            lda #%00001011      ; pieces in rows 0, 1 and 3
            sta black+2
            lda #white-black
            sta turn
            lda #NO_STEP
            sta lastBack
            lda #9
            sta game
            jmp StartThink
            ELSE
.frame      jsr FrameService    ; wait for the end of a picture: only then is there enough time
            lda phase
            lsr
            beq .frame          ; not PHASE_SYNC
            jsr FreshPlayer     ; the search has overwritten player and aim; X is 0, the left player
            bit status
            bpl .reset          ; Reset has cleared THINKING
            stx idle            ; the search has also overwritten these bytes
            stx soundTimer
            stx selectTimer     ; Select during a search has no effect
            inx                 ; show a picture first, which restores the list of squares
            stx pause
            lda #SHOWMOVE       ; equals X_PHASE
            sta status
            sta frame
            jmp NextFrame
.reset      jmp NewGame
            ENDIF

;--- Sides: finds which side the right difficulty switch gives to the left player --------
; Out  A is 0 for black, SQUARE for white.  Keeps  X, Y
Sides       SUBROUTINE
            lda #0
            bit SWCHB           ; right difficulty
            bpl .black
            lda #SQUARE
.black      rts

;--- FindPlayer: finds the player whose turn it is ---------------------------------------
; Out  player is the number of the active stick and cursor. C is 1 if it is the computer's
;      turn.
; Clobbers  A, X
FindPlayer  SUBROUTINE
            ldx #0
            lda turn
            eor left
            and #WHITE
            beq .player         ; the left player's turn
            lda game
            eor #TWO_PLAYERS
            bne .player         ; the computer's turn
            inx
.player     stx player
            cmp #1
            rts

;--- LeftWon: finds the winner when the side to move cannot move -------------------------
; Out  Z is 0 if the left player has won. X is WHITE if white has lost.
; Clobbers  A
LeftWon     SUBROUTINE
            lda game
            cmp #TWO_PLAYERS+1
            lda turn
            bcc .checkers
            eor #WHITE          ; in giveaway a side without a move has won
.checkers   tax
            eor left
            and #WHITE
            rts

;--- EndShow: ends the display of the computer's move or of a draw -----------------------
; Out  A has the old bits SHOWMOVE and DRAWN; Z is 1 if both were 0. V is GAMEOVER.
; Clobbers  X                           Keeps  C
EndShow     SUBROUTINE
            lda status
            tax
            and #[$FF ^ [SHOWMOVE|DRAWN]]
            sta status
            txa
            bit status
            and #SHOWMOVE|DRAWN
            rts

;--- FreshPlayer: finds the player whose turn it is, and empties the player's hand -------
; Out  X is player.                     Clobbers  A
FreshPlayer jsr FindPlayer
            FALL_INTO NoHand
;--- NoHand: empties the player's hand, and sets aim to the cursor's square --------------
; Out  A is NO_PIECE, and N is 1. X is player.
NoHand      ldx player
            lda cursor,x
            sta aim
            lda #NO_PIECE
            sta inHand
            rts
            BUDGET_SINCE "play.asm", Play
