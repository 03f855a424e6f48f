;===============================================================================
; Rules: single steps, and Walk, which tries all ways to play a throw.
;
; A double or a triktrak contains each number twice. The walk plays such a pair from the higher
; wedge first and never tries the other order, because both orders lead to the same board.
;===============================================================================
CAPTURED    = %10000000     ; in path
WEDGE       = %00011111

;--- Step: checks whether the man on a wedge may move by 'number' wedges --------------
; In   number, outside, X = wedge with a man of the side to move
; Out  C=0: yes; to = the target wedge, or 0: off the board
; Clobbers  A, Y                        keeps X
Step        SUBROUTINE
            txa
            sec
            sbc number
            bcc .off
            beq .off
            sta to
            tay
            lda board,y
            cmp #THEIRS+2           ; C=1: two or more men of the opponent close the wedge
            rts
.off        lda #0
            sta to
            lda outside
            cmp #1                  ; C=1 unless all men are home
            rts

;--- Make: plays the step that Step has found ---------------------------------------------
; In   X = wedge, to, ply               Out  path
; Clobbers  A, X, Y
Make        SUBROUTINE
            ldy ply
            stx path,y
            dec board,x
            cpx #HOME+1
            bcc .inside
            lda to
            cmp #HOME+1
            bcs .inside
            dec outside
.inside     ldx to
            lda board,x
            bpl .arrive
            inc theirBar            ; a single man of the opponent was there
            lda #0
            sta board,x
            lda path,y
            ora #CAPTURED
            sta path,y
.arrive     inc board,x
            rts

;--- Number: finds the number to play at a ply ---------------------------------------------
; In   ply                              Out  number
; Clobbers  A, Y                        keeps X
Number      SUBROUTINE
            lda ply
            ldy count
            cpy #4
            bcc .single
            lsr
.single     tay
            lda nums,y
            sta number
            rts

;--- Unmake: takes back the step of a ply -----------------------------------------------
; In   ply                              Out  X = its start wedge, number
; Clobbers  A, Y
Unmake      SUBROUTINE
            jsr PathStep
            inc board,x
            cpx #HOME+1
            tax
            bcc .home
            cpx #HOME+1
            bcs .home
            inc outside
.home       dec board,x
            lda path,y
            bpl .back
            dec theirBar
            lda #THEIRS+1
            sta board,x
.back       lda path,y
            and #WEDGE
            tax
            rts

;--- WalkPoll: polls during a walk ------------------------------------------------------
; The picture must show the real board. Before the PICTURE event, WalkPoll therefore takes back the
; steps of the path, and makes them again afterward. It takes back a step in less than two ticks.
; In   at, ply, path, X = wedge         Out  C=1: an event has run; number has been restored
; Clobbers  A; if an event runs, also Y, path[ply] and all RAM from overlay up    Keeps  X
; If ply is 8, path[ply] is the first byte of bestPath, which is not in use at that time.
WalkPoll    SUBROUTINE
            lda phase
            lsr
            lda #WALK_TICKS
            bcs .due                ; the next event is SYNC: no steps to take back
            lda ply
            sec
            sbc at
            asl                     ; two ticks for each step
            adc #WALK_TICKS
.due        cmp INTIM
            bcs .event
            rts
.event      ldy ply
            stx path,y
            lda phase
            lsr
            bcs .sync
            lda ply
            pha
.back       lda ply
            cmp at
            beq .picture
            dec ply
            jsr PathStep
            inc board,x
            tax
            dec board,x
            lda path,y
            bpl .back
            dec theirBar
            lda #THEIRS+1
            sta board,x
            bmi .back               ; always
.picture    jsr FrameService
.forth      pla
            cmp ply
            beq .again
            pha
            jsr PathStep
            dec board,x
            tax
            lda path,y
            bpl .arrive
            inc theirBar
            lda #0
            sta board,x
.arrive     inc board,x
            inc ply
            bne .forth              ; always
.again      lda INTIM               ; little time may be left until SYNC
            cmp #WALK_TICKS
            bcs .done
.sync       jsr FrameService
.done       jsr Number
            ldy ply
            ldx path,y
            sec
            rts

;--- PathStep: finds the start and the target of the step at a ply --------------------------
; In   ply                              Out  X = start, A = target (0: off); Y = ply; number
PathStep    SUBROUTINE
            jsr Number
            ldy ply
            lda path,y
            and #WEDGE
            tax
            sec
            sbc number
            bcs .on
            lda #0
.on         rts

;--- Reach: finds how many numbers of the throw can be played ------------------------------
; In   at, count, outside               Out  longest; bestPath: first four steps of the longest way
; Clobbers  A, X, Y, ply, first, began, out, men, path[at] and up, all RAM from overlay up
; Reach moves men only in a copy of the board, so it need not take back steps before a picture. Walk
; would spend most of its time on that, since a triktrak may have hundreds of incomplete ways.
Reach       SUBROUTINE
            jsr Poll
            ldx #SHAMBLES
.copy       lda board,x
            bpl .mine
            lda #0
.mine       sta men,x
            dex
            bne .copy
            stx longest
            lda frame
            sta began
            lda outside
            sta out
            lda at
            sta first
            sta ply
.enter      jsr Poll
            jsr Number
            ldx #SHAMBLES
            lda men+SHAMBLES
            bne .scan
            dex
            lda count
            lsr
            lsr
            beq .scan               ; the throw has no equal numbers
            ldy ply
            cpy first
            beq .scan
            tya
            lsr
            bcc .scan               ; this is the first of two equal numbers
            ldx path-1,y
.scan       lda men,x
            beq .next
            txa
            sec
            sbc number
            bcc .off
            beq .off
            tay
            lda board,y             ; read the real board: closed wedges stay closed
            cmp #THEIRS+2
            bcc .found
.next       dex
            beq .back
            cpx #SHAMBLES-1
            bne .scan
            lda men+SHAMBLES        ; with men on the shambles, no other man may move
            beq .scan
.back       jsr Poll                ; all wedges have been tried: back to the previous number
            lda ply
            cmp first
            beq .done
            dec ply
            jsr PathStep
            stx to
            inc men,x
            cpx #HOME+1
            tax
            bcc .home
            cpx #HOME+1
            bcs .home
            inc out
.home       dec men,x
            ldx to
            bne .next               ; always
.off        lda out
            bne .back               ; this man cannot leave yet, nor can any on a lower wedge
            tay
.found      sty to
            ldy ply
            stx path,y
            tya
            sec
            sbc first               ; C=1; count the numbers before this one
            cmp longest
            bcc .move
            adc #0                  ; C=1: include this one
            sta longest
            jsr Keep                ; the computer's plan, until its search finds a better one
            ldy ply
            ldx path,y
            iny
            cpy count
            beq .done               ; all numbers can be played: stop
.move       dec men,x
            cpx #HOME+1
            ldx to
            bcc .inside
            cpx #HOME+1
            bcs .inside
            dec out
.inside     inc men,x
            inc ply
            jmp .enter
.done       rts

;--- Rest: finds how many numbers can still be played, starting at index 'first' -----------
; In   first, count, limit, outside     Out  longest
; Clobbers  A, X, Y, ply, path[first] and up, all RAM from overlay up
Rest        SUBROUTINE
            lda phase
            and #~SEARCHING
            sta phase
            lda #0
            sta longest

;--- Walk: tries all ways to play the numbers, starting at index 'first' --------------------
; In   phase. With SEARCHING set, finds the best way (search.asm); otherwise only sets longest
Walk        lda first
            sta ply
            cmp limit
            bne Enter
            rts
Enter       jsr WalkPoll
            ldy ply
            ldx #SHAMBLES
            lda board+SHAMBLES
            bne .number
            dex
            cpy first
            beq .number
            lda count
            lsr
            lsr
            beq .number             ; the throw has no equal numbers
            tya
            lsr
            bcc .number             ; this is the first of two equal numbers
            lda path-1,y
            and #WEDGE
            tax
.number     jsr Number
.scan       lda board,x
            beq .next
            bmi .next
            jsr Step
            bcc Found
            lda to
            beq .back               ; this man cannot leave yet, nor can any on a lower wedge
Again       jsr WalkPoll
            lda board+SHAMBLES
            bne .back               ; no other man may move
.next       dex
            bne .scan
.back       lda ply                 ; all wedges have been tried: back to the previous number
            cmp first
            beq .done
            jsr WalkPoll
            dec ply
            jsr Unmake
            jmp Again
Found       jsr WalkPoll
            bcc .found
            jsr Step
.found      bit phase
            bmi Weigh
            lda ply
            sec
            sbc first               ; C=1; count the numbers before this one
            cmp longest
            bcc .deeper
            adc #0                  ; C=1: include this one
            sta longest
            ldy ply
            iny
            cpy limit
            beq .all
.deeper     jsr Make
            inc ply
            jmp Enter
.all        lda ply                 ; all playable numbers have been played: take back the steps
            cmp first
            beq .done
            jsr WalkPoll
            dec ply
            jsr Unmake
            jmp .all
.done       rts

            BUDGET_SINCE "rules.asm", Step
