;===============================================================================
; Lets a player choose a wedge. Both joysticks move the cursor, so two players can share one.
;===============================================================================
NO_STICK        = %00001111

;--- Choose: marks the wedges whose men may move, and waits until the player chooses one ----
; In   goal, outside                    Jumps to Play with X = the chosen wedge
Choose      SUBROUTINE
            lda #W_MOVE
            sta msgRight
;--- find the eligible wedges: after a step from there, goal - 1 more numbers can be played
.mark       lda #24
            sta timer
.try        jsr Poll
            ldx timer
            lda #0
            sta playable-1,x
            lda board,x
            beq .none
            bmi .none
            jsr After
            bcs .none
            lda longest
            adc #1                  ; C=0
            cmp goal
            bne .none
            ldx timer
            inc playable-1,x
.none       dec timer
            bne .try
            jsr NextFrame           ; start a new frame, so that the next loop has enough time
            ldx #24
.flags      lda playable-1,x
            beq .unmarked
            lda #LEGAL
            bit SWCHB
            bvs .left               ; left difficulty A: do not mark the wedge
            ora #MARKED
.left       ora board,x
            sta board,x
.unmarked   dex
            bne .flags
            ldx cursor
            jsr Eligible
            bne .wait
            jsr NextFrame
            ldx cursor
            ldy #-1
            jsr MoveCursor
;--- wait for the joystick
.wait       lda frame
            and #%00001000          ; the cursor blinks
            asl
            asl
            ldx cursor
            eor board,x
            and #CURSOR
            eor board,x
            sta board,x
            jsr NextFrame
            bit switches
            bmi .fire
            jsr ReadStick
            bcc .wait
            lda side                ; replace the message about an illegal choice, if any
            sta msgLeft
            lda #W_MOVE
            sta msgRight
            bne .wait               ; always
;--- a choice
.fire       ldx #24
.clear      lda board,x
            bmi .theirs
            and #MEN
            sta board,x
.theirs     dex
            bne .clear
            ldx cursor
            lda playable-1,x
            beq .refuse
            jmp Play
.refuse     jsr After
            lda #W_NO
            ldx #W_WAY
            bcs .why                ; the man cannot move
            lda at
            sec
            adc longest
            sta ply
            jsr Number              ; get the number that could then no longer be played
            ora #W_DIGIT
            tax
            lda #W_LATER
.why        sta msgLeft
            stx msgRight
            ldx #S_REFUSED
            jsr StartSound
            jmp .mark

;--- After: tries to play the next number from a wedge, and counts how many more could follow -----
; In   X = wedge with a man of the mover
; Out  C=0: it can be played there; longest = how many more numbers can be played after it
; Clobbers  A, X, Y, ply, first, path, all RAM from overlay up
After       SUBROUTINE
            ldy at
            sty ply
            jsr Number
            jsr Step
            bcs .no
            jsr Make
            ldy at
            iny
            sty first
            jsr Rest
            jsr WalkPoll
            lda at
            sta ply
            jsr Unmake
            clc
.no         rts

;--- Eligible: checks whether the cursor may stop on a wedge ------------------------------
; In   X = wedge                        Out  Z=0: yes     Clobbers  A
Eligible    SUBROUTINE
            lda board,x
            bpl .mine
            lda #0
            rts
.mine       bit SWCHB
            bvs .all                ; left difficulty A: all wedges with the player's men
            and #LEGAL
            rts
.all        and #MEN
            rts

;--- ReadStick: moves the cursor when a stick is newly pushed, or held long enough ---------------
; Out  C=1: the cursor has moved        Clobbers  A, X, Y, temp
ReadStick   SUBROUTINE
            lda SWCHA
            lsr
            lsr
            lsr
            lsr
            and SWCHA
            ldx #STICK_FIRST
            cmp stick
            bne .new
            dec stickTimer
            bne .none
            ldx #STICK_REPEAT
.new        sta stick
            stx stickTimer
            cmp #NO_STICK
            beq .none
            ldx cursor
            ldy #-1
            lsr
            bcc .up
            lsr
            bcc .down
            lda #25                 ; left or right: go to the other side of the board
            sbc cursor              ; C=1
            tax
            inx                     ; MoveCursor goes down (Y = -1) before its first check
            bne .way                ; always
.down       ldy #1
.up         cpx #13                 ; up: toward 13 on wedges 13 to 24, toward 12 on 1 to 12
            bcs .way
            tya
            eor #$FE                ; exchanges 1 and -1
            tay
.way        jsr MoveCursor
            sec
            rts
.none       clc
            rts

;--- MoveCursor: moves the cursor to the next eligible wedge -----------------------------------
; In   X = wedge to start from, Y = direction: 1 or -1     Clobbers  A, X, temp
MoveCursor  SUBROUTINE
            sty temp
            ldy cursor              ; the old wedge is no longer lit
            lda board,y
            and #~CURSOR
            sta board,y
.next       txa
            clc
            adc temp
            bne .above
            lda #24
.above      cmp #25
            bcc .below
            lda #1
.below      tax
            jsr Eligible
            beq .next
            stx cursor
            rts
            BUDGET_SINCE "choose.asm", Choose
