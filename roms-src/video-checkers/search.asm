;===============================================================================
; The search: negamax with alpha-beta to the game's plies, then all captures.
;
; A line of play is a row of entries, one for each plain step or single jump. A multiple
; jump takes one entry for each jump (CONTINUED: the same side continues). There is room
; for ENTRIES. After the last one the static value counts, even in the middle of a
; multiple jump. Every value is a byte as the side to move sees it, with 0 as the worst;
; the other side sees its complement (EOR #$FF). The search is fail-hard: a result is
; always within alpha..beta.
;
; Going down a node, the other side gets alpha = not beta and beta = not alpha; the old
; beta is in saved. The child does not change beta, so alpha follows from it again.
;
; When clock is negative, time is up: GoUp sets alpha to $FF, so that no node tries another step
; and the root keeps the best move so far.
;
; Stack: only subroutines, at most three deep: STACK_THINK. A test measures it.
;===============================================================================
JUMP        = $80           ; flags: the entry's steps are jumps
CONTINUED   = $40           ;   it continues the jump of the previous entry
KILLED      = $20           ;   its killer has been tried first
TOOK_KING   = $10           ;   its jump has taken a king
CROWNED     = $08           ;   its step has crowned a man
TRIED       = $04           ;   it has had a legal step
UNDO        = $80           ; events: a step is taken back

;--- Think: finds the best move, plays it, ends the turn ---------------------------------
; Entered by jmp with an empty stack; leaves by jmp ThinkDone.
; In   turn, the board, game, lastBack, random
; Out  board, turn, quiet, lastBack; moveFrom, moveTo, taken, takenKings
;
; The first pass, of one ply, only counts the moves and picks one at random. That one is played
; if it is the only one, or the first of the game.
Think       SUBROUTINE
            jsr Survey
            ldx #place-killer
            lda #0
.clear      sta killer,x        ; killers, kind, pieces, balance, node
            dex
            bpl .clear
            POLL
            ldy #CENTER
            ldx flip
            beq .black
            ldy #SQUARE-CENTER
.black      inc kind            ; 1: the second target
            jsr Aim
            lda #$80            ; the first: the same
            sta targetRow
            lda #7
            sta from
.column     POLL
            ldx from
            lda black,x
.piece      asl
            bcc .none
            inc pieces
            cpx #white-black
            bcs .none
            inc over            ; pieces of black
.none       tay
            bne .piece
            dec from
            bpl .column
            lda game
            cmp #11
            ror variant         ; (0 until here) N = giveaway: there kings have no targets,
            bmi .aimed          ;   and trade stays 0
            lda over
            asl
            cmp pieces
            beq .aimed
            lda #0
            ldx #-TRADE
            bcc .fewer          ; black has fewer
            lda #4
            ldx #TRADE
.fewer      sta owner
            stx trade           ; the targets of kings are the last and the first king of the
                                ;   side that has fewer pieces
            lda #SQUARE
            sta from
.square     POLL
            ldy from
            ldx SquareColumn,y
            lda SquareBit,y
            and kings,x
            sta temp
            txa
            ora owner
            tax
            lda black,x
            and temp
            beq .other
            jsr Aim
            lsr kind            ; 0: from now on the first
.other      dec from
            bpl .square
.aimed      lda #$80
            ldx #1
StartPass   sta ties
            stx depth
            ldx #0              ; (node and balance are back at 0 after a pass)
            stx alpha
            dex
            stx beta
            FALL_INTO Enter

;--- Enter: a node, the side in turn to move ---------------------------------------------
Enter       SUBROUTINE
            ldx node
            cpx #ENTRIES
            beq .leaf
            jsr FirstJump
            ldx node
            lda #0
            ror                 ; JUMP
            sta flags,x
            bmi .make
            POLL
            ldx node
            lda depth
            beq .last
            bpl .quiet
.leaf       jmp Leaf
.last       bit variant         ; giveaway: one ply deeper after a single jump
            bpl .leaf
            lda flags-1,x       ; (a root without jumps: bestPath+1, 0)
            asl
            bcc .leaf
            bmi .leaf           ; CONTINUED
.quiet      lsr kind            ; (FirstJump's) steps
            cpx #KILLERS
            bcs FromFirst
            lda killer,x
            sta code
            jsr Legal
            ldx node
            bcc FromFirst
            lda #KILLED
            sta flags,x
.make       jmp GoDown
FromFirst   jsr FirstRow
            FALL_INTO FindNext

;--- FindNext: finds the next step of the node after code --------------------------------
FindNext    SUBROUTINE
            POLL
            ldx node
            lda flags,x
            bmi .jump
            jsr FindStep
            bcs .found
            bne FindNext        ; the next row
            ldx node            ; all steps of the node are tried
            lda flags,x
            and #TRIED
            bne .up
            txa                 ; none: lost, the later the better
            adc #LOST           ; C=0: nothing found
            jmp Variant         ; giveaway: won
.jump       jsr NextJump
            FALL_INTO OrUp
OrUp        bcs GoDown          ; C=1: found. GoOn enters here for the next jump of the same piece
.up         jmp GoUp            ; (it has had one)
.found      ldx node
            lda flags,x
            and #KILLED
            beq TraceDown
            lda code
            cmp killer,x
            beq FindNext        ; had that one
            FALL_INTO TraceDown
TraceDown   jsr Trace           ; GoUp enters here to try the step again that it took back
            FALL_INTO GoDown

;--- GoDown: makes the step in code and goes down ----------------------------------------
; In   from, over and to are as Trace has left them.
GoDown      SUBROUTINE
            POLL
            ldx node
            lda code
            sta step,x
            lda flags,x
            sta kind
            jsr DoStep
            ldx node
            lda flags,x
            and #JUMP|CONTINUED|KILLED
            ora events
            ora #TRIED
            sta flags,x
            bpl .turn
            and #CROWNED
            bne .turn           ; crowning ends the turn
            cpx #ENTRIES-1
            beq .turn           ; no room
            lda to
            sta code
.way        POLL
            jsr CanGo           ; the same piece?
            bcs .on
            jsr NextWay
            bcs .way
.turn       ldx node
            lda beta
            sta saved,x
            eor #$FF
            tay
            lda alpha
            eor #$FF
            sta beta
            sty alpha
            dec depth
            inc node
            jsr Swap
            jmp Enter
.on         inc node
            ldx node
            lda #JUMP|CONTINUED
            sta flags,x
            bne GoDown          ; always

;--- Leaf: the static value for the side to move -----------------------------------------
; In   material, place, pieces, empty, game
; Adds 8 * material and temp. temp is the value of the places, halved below level 4 and again at
; level 1, and with one piece against one also the value of having the move. Plain steps never
; change which side has the move. That side drives the other piece; in giveaway it has to capture.
; In giveaway, place is how much more the own pieces cost. There material does not count, but
; being the side to move does.
Leaf        SUBROUTINE
            ldx game            ; = the level in checkers
            lda place
            eor #$80            ; signed -> 0..255, nothing = 128
            bit variant
            bmi .full
            cmp #$80+PLACE_LIMIT
            bcc .good
            lda #$80+PLACE_LIMIT
.good       cmp #$80-PLACE_LIMIT
            bcs .half
            lda #$80-PLACE_LIMIT
.half       cpx #4
            bcs .full
            lsr
            adc #$80/2          ; (C rounds)
            inx
            inx
            bne .half           ; always
.full       sta temp
            lda pieces          ; one against one?
            cmp #2
            bne .material
            lda empty
            eor empty+1
            eor empty+2
            eor empty+3
            and #ODD_ROWS       ; an odd number of pieces on odd rows: the side to move has it
            ldx #0
.row        asl
            bcc .none
            inx
.none       bne .row
            lda #-MOVE          ; none or two
            dex
            bne .move
            lda #MOVE           ; one
.move       adc temp            ; C=0
            sta temp
.material   lda #-TEMPO
            bit variant
            bmi .add
            lda material
            eor #$80
            cmp #$80+MATERIAL_LIMIT
            bcc .ahead
            lda #$80+MATERIAL_LIMIT
.ahead      cmp #$80-MATERIAL_LIMIT
            bcs .behind
            lda #$80-MATERIAL_LIMIT
.behind     asl                 ; (the $80 goes)
            asl
            asl
.add        clc
            adc temp
            FALL_INTO Variant
;--- Variant: takes a value in A as the node's result; giveaway inverts it
Variant
            bit variant
            bpl Settle
            eor #$FF
            FALL_INTO Settle
;--- Settle: limits a result A to alpha and beta -----------------------------------------
Settle      cmp alpha           ; fail-hard
            bcc GoUp
            cmp beta
            bcc .within
            lda beta
.within     sta alpha
            FALL_INTO GoUp
;--- GoUp: passes the result of the node, in alpha, up -----------------------------------
GoUp        SUBROUTINE
            POLL
            ldx node
            bne .up
            jmp Finished
.up         dec node
            dex
            lda flags+1,x
            asl
            bmi .undo           ; CONTINUED: the same side's alpha
            jsr Swap
            inc depth
            lda alpha
            eor #$FF
            tay                 ; the result
            lda beta
            eor #$FF
            ldx clock
            bpl .inTime
            bit ties
            bmi .inTime         ; all moves are counted first
            txa                 ; time is up: alpha is $FF. So no result is better, and no node
.inTime     sta alpha           ;   up to the root tries another step
            ldx node
            lda saved,x
            sta beta
            cpy alpha
            bcc .undo
            beq .undo
.walk       lda flags,x         ; better. At the root?
            asl
            bpl .begun          ; not CONTINUED
            dex
            bpl .walk           ; always
.begun      txa
            beq .root
            sty alpha
            lda flags,x         ; remember a plain step: it refuted, or no killer was legal
            bmi .undo
            cpy beta
            bcs .killer
            and #KILLED
            bne .undo
.killer     cpx #KILLERS
            bcs .undo
            lda step,x
            sta killer,x        ; (not at the root: its beta is out of reach)
            bcc .undo           ; always
.root       cpy beta            ; better than the best by an unknown amount?
            bcc .exact
            ldx beta
            inx
            beq .exact
            lda #-1             ; then once more, without a bound
            sta beta
            jsr Undo
            jmp TraceDown
.exact      jsr RootMove
.undo       jsr Undo
            ldx node
            lda alpha
            cmp beta
            bcs GoUp
            FALL_INTO GoOn
;--- GoOn: continues after the step just taken back --------------------------------------
; In   X is node. code and kind belong to the step.
GoOn        SUBROUTINE
            lda kind
            asl
            bmi .jumpOn         ; CONTINUED
            and #2*KILLED
            beq .scan
            lda code
            cmp killer,x
            bne .scan
            jmp FromFirst       ; the killer was first: now all steps from the first one on
.scan       jmp FindNext
.jumpOn     jsr OtherWay
            jmp OrUp

;--- Swap: changes the side to move, and turns the balance to its view -------------------
Swap        SUBROUTINE
            lda turn            ; 3
            eor #4              ; 2
            sta turn            ; 3
            lda flip            ; 3
            eor #$80            ; 2
            sta flip            ; 3
            lda #0              ; 2
            sec                 ; 2
            sbc material        ; 3
            sta material        ; 3
            lda #0              ; 2
            sec                 ; 2
            sbc place           ; 3
            sta place           ; 3
            rts                 ; 6

;--- Finished: ends a pass: plays the best move, or starts a deeper pass -----------------
Finished    SUBROUTINE
            lda bestStep        ; is tried first in the next pass
            sta killer
            lda game
            cmp #11
            bcc .level
            sbc #10
.level      bit ties
            bmi .counted
            cmp depth
            beq PlayBest
            lda depth           ; C=1: it is less
            adc #2              ; three plies more
            bcc .pass           ; always
.counted    tax
            lda Clock,x
            bcs .time           ; (since the level was found) giveaway
            asl
.time       sta clock
            txa
            ldx ties
            cpx #$81
            beq PlayBest            ; the only move
            bit lastBack
            bvs PlayBest            ; the first of the game
.three      sbc #3              ; C=1. The first pass: 0 plies, which are captures, 1, or 2
            bcs .three
            adc #3
.pass       tax
            ldy variant
            cpy #$80            ; C = giveaway
            adc #-FIRST_BEST_PLIES & $FF ; C = a long pass: no look for moves as good as the best
            lda #0
            ror
            lsr
            jmp StartPass

;--- PlayBest: makes the best move -------------------------------------------------------
PlayBest    SUBROUTINE
            ldx #7
            lda #0
.clear      sta taken,x
            dex
            bpl .clear
            lda bestStep
            jsr Forced          ; code = A
            and #SQUARE
            sta moveFrom
            lda #NO_STEP
            sta lastBack
            bcc .plain          ; C = jumps, as Forced has left it
.jump       POLL
            jsr Trace
            lda over
            jsr Locate
            ora taken,x
            sta taken,x
            lda bit
            and kings,x
            ora takenKings,x
            sta takenKings,x
            jsr .make
            bcc .end
            asl                 ; the square: kkrrr000, and its direction in front of it
            asl
            asl
            lsr bestPath+1
            ror bestPath
            ror                 ; h
            lsr                 ; 0
            lsr bestPath+1
            ror bestPath
            ror                 ; d
            sta code
            bcc .jump           ; always
.plain      jsr .make
            ldx quiet
            beq .end            ; a man
            tay                 ; the step back: the other way from the square reached
            eor bestStep
            and #SQUARE
            eor bestStep
            eor #DOWN|HIGHER
            sta lastBack
            tya
.end        sta moveTo
            jsr EndTurn
            jmp ThinkDone
.make       lda code
            eor flip
            jmp MakeStep

;--- RootMove: takes a root move whose result is not below the best ----------------------
; In   Y is the result, above alpha. alpha is one below the best so far or, with FIRST_BEST,
;      the best itself. node and step belong to the move.
; Out  alpha; bestStep and bestPath if the move is taken.
RootMove    SUBROUTINE
            bit ties
            bmi .tie            ; only counting: all are equal
            lda step
            cmp lastBack
            bne .new
            dey                 ; going back is worth a little less
            cpy alpha
            beq .done
.new        iny
            sty beta            ; from now on: worse, as good, or better?
            dey
            bvs .better         ; FIRST_BEST
            dey
            cpy alpha
            beq .tie
.better     sty alpha
            lda ties
            and #FIRST_BEST
            sta ties
.tie        inc ties
            lda random          ; a shift register of length 255
            lsr
            bcc .stepped
            eor #$B4
.stepped    sta random
            lda ties            ; one of n in n
            and #FIRST_BEST-1
            tax
            lda #0
            clc
.share      adc random
            bcs .done
            dex
            bne .share
            lda step
            sta bestStep
            stx bestPath        ; X = 0
            stx bestPath+1
            ldx node
            beq .done
.path       lda step,x          ; last jump first
            asl
            rol bestPath
            rol bestPath+1
            asl
            asl
            rol bestPath
            rol bestPath+1
            dex
            bne .path
.done       rts

;--- Aim: sets the target of kings with the number kind to the square in Y ---------------
Aim         SUBROUTINE
            ldx kind
            tya
            and #%00000111
            sta targetRow,x
            lda SquareColumn,y
            sta targetColumn,x
            rts

FIRST_BEST      = $40       ; ties: moves as good as the best do not count
FIRST_BEST_PLIES = 4        ;   in passes of that many plies or more, in giveaway one fewer
TRADE           = 3         ; any capture, for the side that had more pieces
TEMPO           = 3         ; giveaway: value of being the side to move
PLACE_LIMIT     = 11        ; two lines differ by 22 at most, seldom by the 16 of a shot
MATERIAL_LIMIT  = 9         ; half-men more than at the root
MOVE            = 12        ; one against one: having the move
LOST            = 2         ; + entry: value of having no move
KING_PLACE      = 14        ; a king's place on both targets; one less for each step from each
CENTER          = %01100    ; both targets if no side is ahead, or the side with fewer has no king
            IF LOST + ENTRIES >= 128 - 8*MATERIAL_LIMIT - PLACE_LIMIT - 1 - MOVE
              ECHO "a lost game could look better than a bad one"
              ERR
            ENDIF
            ECHO "search.asm:", [* - Think]d, "bytes"
