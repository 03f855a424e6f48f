;===============================================================================
; The course of the game. Play runs once a frame, in the overscan, and calls at most
; one of the longer routines of rules.asm, so that it ends in time. It all runs at the
; bottom of the stack and goes on by jmp.
;===============================================================================
;--- PowerOn ------------------------------------------------------------------------
PowerOn     SUBROUTINE
            IFCONST FIXED_SEED
            ldy #FIXED_SEED|1
            ELSE
            lda INTIM           ; random: whatever timer and RAM hold
            ldx #0
.mix        asl
            adc $80,x
            inx
            bpl .mix
            tay
            ENDIF
            CLEAN_START
            sty random
            inx                 ; game 1
            stx game
            jsr Mix             ; (random must not be 0)
            lda #PHASE_SYNC
            sta phase
            lda EventTimer+PHASE_DARK
            sta TIM64T
            bne SetUpPieces     ; always

;--- NewGame: Reset ---------------------------------------------------------------------
; Enter  with an empty stack, at any time of the frame
NewGame     SUBROUTINE
            bit SWCHB           ; LEFT_SWITCH
            bvc SetUpPieces
            ldx #12-1           ; set-up: an empty board, and nothing else changes
            lda #0
.clear      sta black,x
            dex
            bpl .clear
            bmi StartGame       ; always
SetUpPieces jsr NewBoard
StartGame   ldx #$12            ; the cursors: number 11 for black, 22 for white
            lda SWCHB
            and #RIGHT_SWITCH
            beq .black
            ldx #$12 ^ SQUARE
            lda #TURNED
.black      sta status
            stx cursor
            txa
            eor #SQUARE
            sta cursor+1
            jsr Mix
            lda #2              ; begins when Reset is released
            sta pause
            jsr NoHand
.sync       lda phase           ; back from a think: go on at the end of a picture
            cmp #PHASE_SYNC
            beq NextFrame
            jsr FrameService
            jmp .sync

;--- NextFrame: the main loop ---------------------------------------------------------------
NextFrame   SUBROUTINE
            jsr PrepareHeader
            jsr FrameService    ; SYNC
            jsr PrepareBoard
            jsr FrameService    ; PICTURE
            jsr ShowPicture
            jsr FrameService    ; DARK
            jsr PlaySound
                                ; and fall into Play

;--- Play: switches, then whoever's turn it is ------------------------------------------------
Play        SUBROUTINE
            lda SWCHB
            lsr                 ; RESET_SWITCH
            bcc NewGame
            lsr                 ; SELECT_SWITCH
            lda #1              ; up: the first frame down will count
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
;--- right difficulty: trades sides, but not amid a multiple jump or at the end
            lda SWCHB
            asl                 ; C = RIGHT_SWITCH
            lda #0
            rol
            asl
            asl                 ; = TURNED
            eor status
            and #TURNED
            beq .sides
            bit status
            bvs .sides          ; GAMEOVER
            tay
            lda status
            and #CHAIN
            bne .sides
            tya
            eor status
            and #[$FF ^ SHOWMOVE]
            sta status
            jsr NoHand          ; (keeps A)
            and #SETUP
            beq .begin          ; the computer may take over
.sides
;--- left difficulty: set-up
            bit SWCHB           ; V = LEFT_SWITCH
            bvs .setUp
            lda status
            and #SETUP
            bne LeaveSetUp
;--- a pause, the end, a draw
            lda pause
            beq .turn
            dec pause
            beq BeginTurn
.frame      jmp NextFrame
.setUp      jmp SetUp
.begin      jmp BeginTurn
.turn       bit status
            bvs .frame          ; GAMEOVER
            lda status
            and #DRAWN
            bne .human
            jsr FindPlayer
            bcs .computer
.human      jmp Human
.computer   lda selectTimer     ; Select made it the computer's turn: let go of it first
            cmp #1
            bne .frame
            beq BeginTurn       ; always

;--- LeaveSetUp: the position stands, turn is who begins ----------------------------------------
LeaveSetUp  lda status
            and #TURNED
            sta status
            lda #0
            sta quiet
            lda #NO_STEP
            sta lastBack
                                ; and fall into BeginTurn
;--- BeginTurn: can the side in turn move, and who does it? ---------------------------------------
BeginTurn   SUBROUTINE
            lda status
            and #SHOWMOVE|TURNED
            sta status
            jsr NoHand
            jsr HasMove
            bcc .over
            jsr FindPlayer      ; (also says whose hand ends a draw)
            lda quiet
            bcs .computer
            cmp #DRAW_COUNT
            bcs .drawn
            asl kind            ; HasMove's: bit 7 = there are jumps
            lda #0
            rol                 ; = MUSTJUMP
            ora status
            sta status
            jsr ReadStick       ; a stick already held does not count as a new push,
            lda #1
            sta fire            ; nor a button
            lda status
            and #SHOWMOVE
            beq .frame
            ldy #Drop-Notes     ; the board is back
            bne .sound          ; always
.computer   cmp #DRAW_COUNT
            bcc StartThink
            bcs .drawn          ; always
.over       jsr LeftWon
            php
            ldy #LoseTune-Notes
            plp
            beq .lost
            ldy #WinTune-Notes
.lost       lda #GAMEOVER
            bne .end            ; always
.drawn      lda #DRAWN
            ldy #DrawTune-Notes
.end        ora status
            sta status
.sound      jsr StartSound
.frame      jmp NextFrame

;--- StartThink, ThinkDone: the computer's turn ------------------------------------------------------
StartThink  lda status
            and #TURNED
            ora #THINKING
            sta status
            lda #0
            sta AUDV0
            jmp Think

ThinkDone   SUBROUTINE
            ldx #$FF
            txs
.frame      jsr FrameService    ; on to the end of a picture, so that there is time
            lda phase
            cmp #PHASE_SYNC
            bne .frame
            lda status
            and #TURNED
            ora #SHOWMOVE
            sta status
            lda #0              ; the search has used these
            sta slack
            sta soundAt
            sta soundTimer
            lda #NO_WAY
            sta stick
            jmp BeginTurn

;--- Human: a button, or else a stick ----------------------------------------------------------
Human       SUBROUTINE
            jsr ReadFire
            bcc .stick
            jsr EndShow
            bne .ended          ; the press has done its work
            lda inHand
            bmi .pickUp
            cmp aim
            beq .putBack
            ora handWay         ; drop it
            jsr MakeStep
            ldx player
            sta cursor,x
            bcs .chain
            jsr NoHand
            jsr EndTurn
            lda status
            and #TURNED
            sta status
            lda #DROP_PAUSE
            sta pause
            bne .dropped        ; always
.chain      sta inHand
            sta aim
            lda status
            ora #CHAIN|MUSTJUMP
            sta status
.dropped    ldy #Drop-Notes
            bne Sound           ; always
.putBack    lda status
            and #CHAIN
            bne Refuse
            jsr NoHand
            bmi .dropped        ; always
.pickUp     ldx player
            lda cursor,x
            jsr CanMove
            bcc Refuse
            ldx player
            lda cursor,x
            sta inHand
            sta aim
            ldy #PickUp-Notes
            bne Sound           ; always
.straight   lda slack           ; a straight push ends what is shown
            beq Frame
            jsr EndShow
.ended      and #DRAWN
            beq Frame
            lda #0              ; they play on: another 40 moves
            sta quiet
            jmp BeginTurn
.stick      jsr ReadStick
            bcc .straight
            jsr EndShow
            and #DRAWN
            bne .ended
            lda inHand
            bmi MoveCursor
            cmp aim
            bne .back
            ora way             ; the piece is still where it came from
            jsr CanStep
            bcc Refuse
            sta aim
            lda way
            sta handWay
            jmp Moved
.back       lda way             ; it has been moved: only back again
            eor handWay
            cmp #BOTH_WAYS
            bne Refuse
            lda inHand
            sta aim
            bpl Moved           ; always

;--- MoveCursor: a step of the X; Moved: something has moved; Refuse: it must not --------------------
MoveCursor  ldx player
            lda cursor,x
            ora way
            jsr Neighbor
            bcc Refuse
            ldx player
            sta cursor,x
Moved       lda frame           ; show it at once
            and #[$FF ^ SINCE_PHASE]
            sta frame
            ldy #Click-Notes
            bpl Sound           ; always
Refuse      ldy #RAZZ
Sound       jsr StartSound
Frame       jmp NextFrame

;--- SetUp: pieces placed by hand -----------------------------------------------------------------------------------
SetUp       SUBROUTINE
            lda status
            and #SETUP
            bne .on
            lda status
            and #TURNED
            ora #SETUP
            sta status
            jsr NoHand
            lda #0
            sta player
            sta pause
.on         jsr ReadFire
            bcs .place
            jsr ReadStick
            bcs MoveCursor
            lda slack
            cmp #STICK_STRAIGHT
            bne .frame
            inc slack           ; once a push
            jsr EndTurn         ; the other side will begin
            jmp Moved
.place      lda cursor
            jsr PieceAt
            tay                 ; (X = its column, bit)
            lda status
            and #TURNED
            beq .order
            tya
            ora #%00001000
            tay
.order      lda NextPiece,y
            sta piece
            lda cursor
            and #%00000111
            bne .notHome
            lda #2              ; row 0 crowns white
.notHome    cmp #7
            bne .row
            lda #1              ; row 7 black
.row        cmp piece
            bne .plane
            ora #4
            sta piece
.plane      lda black,x         ; three planes, four bytes apart
            ora bit
            lsr piece
            bcs .set
            eor bit
.set        sta black,x
            inx
            inx
            inx
            inx
            cpx #12
            bcc .plane
            lda frame           ; show it at once
            and #[$FF ^ SINCE_PHASE]
            ora #X_PHASE
            sta frame
            ldy #Click-Notes
            jmp Sound
.frame      jmp NextFrame

; PieceAt's 0, 1, 2, 5, 6 -> the next in turn, the left player's first: man, king of his
NextPiece   dc.b 1, 5, 6, 0, 0, 2, 0, 0     ; he has black
            dc.b 2, 5, 6, 0, 0, 0, 1        ; he has white

;--- FindPlayer: whose turn is it? ----------------------------------------------------------------------------------------
; Out  player = whose stick and cursor count; C=1: the computer's
; Clobbers  A, X
FindPlayer  SUBROUTINE
            ldx #0
            lda turn
            eor status
            and #WHITE          ; = TURNED: 0 is the left player's turn
            clc
            beq .player
            lda game
            eor #TWO_PLAYERS
            cmp #1              ; C=0: two players
            bcs .player
            inx
.player     stx player
            rts

;--- LeftWon: who has won? -----------------------------------------------------------------------------------------------------
; In   the side in turn cannot move     Out  Z=0: the left player
; Clobbers  A, X
LeftWon     SUBROUTINE
            lda turn
            eor status
            ldx game
            cpx #TWO_PLAYERS+1
            bcc .checkers
            eor #WHITE          ; giveaway: that is what it is about
.checkers   and #WHITE
            rts

;--- EndShow: ends the display of a computer's move, of a draw ---------------------------------------------------------------------
; Out  A = SHOWMOVE|DRAWN as they were, Z
EndShow     SUBROUTINE
            lda status
            tax
            and #[$FF ^ [SHOWMOVE|DRAWN]]
            sta status
            txa
            and #SHOWMOVE|DRAWN
            rts

;--- NoHand: no piece in hand -----------------------------------------------------------------------------------------------------
; Out  N=1                              Keeps  A; clobbers  X
NoHand      ldx #NO_PIECE
            stx inHand
            stx aim
            rts
            BUDGET_SINCE "game.asm", PowerOn
