;===============================================================================
; The flow of the game. Every wait lasts a whole number of frames. During a search, calls to Poll
; keep the picture on the screen.
;===============================================================================
DICE_STEPS      = 10        ; pairs of faces shown during a throw, for DICE_FRAMES frames each
DICE_FRAMES     = 3
LOOK            = 6         ; frames for which a throw is shown before its first move
SLOW            = 24        ; length of the computer's pauses, in frames
NO_MOVE_FRAMES  = 50        ; number of frames for which NO MOVE stays on the screen
BLINK_FRAMES    = 8
BLINK_MASK      = $08       ; inverting these bits of the board's color darkens the board

;--- PowerOn, and Reset during a game ---------------------------------------------------
PowerOn     SUBROUTINE
            CLEAN_START
            inx
            stx random
            lda #1
            sta TIM64T
            jsr FrameService        ; only to start the timing of the frame
Stop        ldx #$FF
            txs
            jsr SetUp
            lda phase
            and #EVENT
            sta phase
.mode       lda mode
            sta msgLeft
            lda #W_RESET
            sta msgRight
Idle        jsr NextFrame
            lda switches
            lsr
            bcs .start
            lsr
            bcc Idle
            ldx mode
            inx
            txa
            and #%00000011
            sta mode
            lda #0
            sta nums                ; show the title, not the throw of an earlier game
            ldx #S_CLICK
            jsr StartSound
            jmp .mode
.start      jsr SetUp
            lda phase
            ora #PLAYING
            sta phase

;--- Turn: throws the dice for the side to move ----------------------------------------------
Turn        jsr NextFrame
            lda side
            sta msgLeft
            ldx #W_THROW
            stx msgRight
            lda #24
            sta cursor
            jsr IsComputer
            bcs .computer
.wait       jsr NextFrame
            bit switches
            bpl .wait
            ldx #DICE_STEPS
            bne .roll               ; always
.computer   jsr PauseSlow
            ldx #1
            bit SWCHB
            bmi .roll               ; right difficulty A: show only the result
            ldx #DICE_STEPS
.roll       stx timer
            lda #W_ROLLS
            sta msgRight
            lda #0
            sta count
            sta at
.face       jsr Die
            sta nums
            jsr Die
            sta nums+1
            ldx #S_ROLL
            jsr StartSound
            ldy #DICE_FRAMES
            jsr Frames
            dec timer
            bne .face
            jsr FillNumbers
            ldy #LOOK
            jsr Frames

;--- Choice: selects the man that plays the next number, or ends the throw or the game --------
Choice      SUBROUTINE
            lda #W_THINK
            sta msgRight
            lda side
            sta msgLeft
            ldx #SHAMBLES           ; count the men that are not home
            lda #0
.outside    ldy board,x
            bmi .dex
            clc
            adc board,x
.dex        dex
            cpx #HOME
            bne .outside
            sta outside
            lda board
            cmp #ALL_MEN
            beq .won
            lda at
            sta first
            cmp count
            bne .more
            jmp EndThrow
.won        lda #W_WINS
            sta msgRight
            lda phase
            and #EVENT
            sta phase
            ldx #S_WIN
            jsr StartSound
            jmp Idle
.more       lda goal                ; not 0: already known from an earlier number of this throw
            bne .can
            jsr Reach
            jsr Poll
            lda longest
            sta goal
            clc
            adc at
            sta limit
            lda goal
            bne .can
            ;--- no move: the screen blinks
            lda #W_NO
            sta msgLeft
            lda #W_MOVE
            sta msgRight
            ldx #S_REFUSED
            jsr StartSound
            lda #BLINK_MASK
            sta blink
            ldy #BLINK_FRAMES
            jsr Frames
            lda #0
            sta blink
            ldy #NO_MOVE_FRAMES
            jsr Frames
            jmp EndThrow
.can        jsr IsComputer
            bcc .person
            lda at
            and #HALF-1
            bne .planned
            jsr Search
            jsr Poll
.planned    lda at
            and #HALF-1
            tay
            ldx bestPath,y
            jmp Play
.person     ldx #SHAMBLES
            lda board+SHAMBLES
            bne Play
            jmp Choose

;--- Play: moves a man by the next number, and continues with Choice --------------------------
; In   X = the man's wedge, which is eligible
Play        SUBROUTINE
            txa
            pha
            jsr IsComputer
            bcc .person
            pla
            pha
            tax
            lda board,x
            ora #CURSOR
            sta board,x
            jsr PauseSlow
.person     pla
            tax
            lda board,x
            and #MEN
            sta board,x
            lda at
            sta ply
            jsr Number
            jsr Step
            jsr Make
            ldy ply
            ldx #S_CLICK
            lda path,y
            bpl .sound
            ldx #S_CAPTURE
.sound      jsr StartSound
            inc at
            dec goal
            ldy #4
            jsr Frames
            jmp Choice

;--- EndThrow: ends a throw; the other side is next, except after a double or a triktrak ------
EndThrow    SUBROUTINE
            lda count
            sta at                  ; the remaining numbers are lost
            cmp #3
            bcs .again              ; a double or a triktrak
            jsr NextFrame
            lda side
            eor #1
            sta side
            ldx #12
            ldy #13
.wedge      lda board,x
            jsr .theirs
            pha
            lda board,y
            jsr .theirs
            sta board,x
            pla
            sta board,y
            iny
            dex
            bne .wedge
            lda board+SHAMBLES
            ldx theirBar
            ora #THEIRS
            sta theirBar
            txa
            and #MEN
            sta board+SHAMBLES
            lda board
            ldx theirOff
            ora #THEIRS
            sta theirOff
            txa
            and #MEN
            sta board
.again      jmp Turn
.theirs     beq .empty
            eor #THEIRS
.empty      rts

;--- SetUp: puts each side's men on its first wedge, with White to move ----------------------
; Clobbers  A, X
SetUp       SUBROUTINE
            ldx #ENTRIES+THROW_BYTES-1
            lda #0
            sta goal
.clear      sta board,x             ; also clears the throw, the side and blink
            dex
            bpl .clear
            lda #ALL_MEN
            sta board+24
            lda #THEIRS+ALL_MEN
            sta board+1
            lda #THEIRS
            sta theirBar
            sta theirOff
            rts

;--- IsComputer: checks whether the computer plays the side to move -----------------------------
; Out  C=1: yes                         Clobbers  A
IsComputer  SUBROUTINE
            lda mode
            lsr
            bne .all                ; 2 PL.: C=0, DEMO: C=1
            lda side
            eor mode                ; mode is the person's side: WHITE or BLACK
            lsr
.all        rts

;--- FillNumbers: finds the numbers to play from the two dice, in the order of play ---------------
; In   nums, nums+1 = the dice          Out  nums, count
; Clobbers  A, X, Y
FillNumbers SUBROUTINE
            ldx nums
            ldy nums+1
            cpx nums+1
            bcc .sorted
            stx nums+1
            sty nums
.sorted     lda nums
            ldx #2
            ldy #5
            cmp nums+1
            beq .double
            cpx nums+1
            bne .count
            sty nums+2              ; a triktrak (1 and 2): also 5 and 6
            iny
            sty nums+3
            ldx #8
.count      stx count
            rts
.double     lda #7
            sbc nums                ; C=1
            sta nums+1
            ldx #4
            bne .count              ; always

;--- Frames: waits for Y frames. PauseSlow: for SLOW frames; with right difficulty A, not at all --
; Clobbers  A, X, Y, all RAM from overlay up
PauseSlow   SUBROUTINE
            bit SWCHB
            bmi .none
            ldy #SLOW
Frames      tya
            pha
            jsr NextFrame
            pla
            tay
            dey
            bne Frames
.none       rts
            BUDGET_SINCE "game.asm", PowerOn
