;===============================================================================
; The search: negamax with alpha-beta to the level's plies, then captures only.
;
; A line of play is a sequence of entries, one for each plain step or single jump. A multiple jump
; takes one entry per jump (CONTINUED: the same side moves again). There is room for ENTRIES
; entries. If they run out, even in the middle of a multiple jump, the search takes the static
; value. Every value is a byte from the point of view of the side to move; 0 is the worst.
; From the point of view of the other side, a value is its complement (EOR #$FF). The search is
; fail-hard: a result is always within alpha..beta.
;
; A child node gets alpha = not beta and beta = not alpha, since the other side moves there. The
; parent's beta is kept in saved. A child never changes its own beta, so the parent's alpha is the
; complement of the child's beta.
;
; A negative clock means that time is up: GoUp then sets alpha to $FF, so that no node tries another
; step and the root keeps the best move so far.
;
; Stack: subroutine calls only, at most three deep (STACK_THINK). A test measures the depth.
;===============================================================================
JUMP        = $80           ; flags: the entry's steps are jumps
CONTINUED   = $40           ;   the entry continues the jump of the previous entry
KILLED      = $20           ;   the entry's killer has been tried first
TOOK_KING   = $10           ;   the entry's jump has taken a king
CROWNED     = $08           ;   the entry's step has crowned a man
TRIED       = $04           ;   the entry has had a legal step
UNDO        = $80           ; events: a step is taken back

;--- Think: finds the best move, plays it, ends the turn ---------------------------------
; Entered by jmp with an empty stack; leaves by jmp ThinkDone.
; In   turn, the board, game, lastBack and random.
; Out  board, turn, quiet and lastBack; moveFrom, moveTo, taken and takenKings.
;
; The first pass, of one ply, only counts the moves and picks one at random. That move is played
; if it is the only one, or the first of the game.
Think       SUBROUTINE
            jsr Survey
            ldx #place-killer
            lda #0
.clear      sta killer,x        ; killer..place, which includes node, kind, pieces and material
            dex
            bpl .clear
            POLL
            ldy #CENTER
            ldx flip
            beq .black
            ldy #SQUARE-CENTER
.black      inc kind            ; kind = 1: Aim sets the second target
            jsr Aim
            lda #$80            ; set the first target to the same square
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
            inc over            ; count the pieces of black
.none       tay
            bne .piece
            dec from
            bpl .column
            lda game
            cmp #11
            ror variant         ; variant was 0. N = giveaway, in which kings have no
            bmi .aimed          ;   targets, and trade stays 0
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
            stx trade           ; the targets of kings are the last and the first king of
                                ;   the side with fewer pieces
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
            lsr kind            ; kind = 0: from now on Aim sets the first target
.other      dec from
            bpl .square
.aimed      lda #$80
            ldx #1
StartPass   sta ties
            stx depth
            ldx #0              ; after a pass, node, material and place are 0 again
            stx alpha
            dex
            stx beta
            FALL_INTO Enter

;--- Enter: enters a node; turn is the side to move --------------------------------------
Enter       SUBROUTINE
            ldx node
            cpx #ENTRIES
            beq .leaf
            jsr FirstJump
            ldx node
            lda #0
            ror                 ; carry = jumps exist: into bit 7, JUMP
            sta flags,x
            bmi .make
            POLL
            ldx node
            lda depth
            beq .last
            bpl .quiet
.leaf       jmp Leaf
.last       bit variant         ; giveaway searches a ply deeper after a single jump
            bpl .leaf
            lda flags-1,x       ; at a root without jumps this reads bestPath+1, which is 0
            asl
            bcc .leaf
            bmi .leaf           ; CONTINUED
.quiet      lsr kind            ; kind = plain steps again: FirstJump set it to jumps
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

;--- FindNext: finds the node's next step after the one in 'code' ------------------------
FindNext    SUBROUTINE
            POLL
            ldx node
            lda flags,x
            bmi .jump
            jsr FindStep
            bcs .found
            bne FindNext        ; continue with the next row
            ldx node            ; the node has no more steps to try
            lda flags,x
            and #TRIED
            bne .up
            txa                 ; no step was legal: a loss; later losses are better
            adc #LOST           ; C=0: nothing found
            jmp Variant         ; in giveaway this is a win
.jump       jsr NextJump
            FALL_INTO OrUp
OrUp        bcs GoDown          ; C=1: found. GoOn enters here, for the next jump
.up         jmp GoUp            ; the node has already had a legal jump
.found      ldx node
            lda flags,x
            and #KILLED
            beq TraceDown
            lda code
            cmp killer,x
            beq FindNext        ; skip the killer: it was tried first
            FALL_INTO TraceDown
TraceDown   jsr Trace           ; GoUp enters here, to repeat the step that it took back
            FALL_INTO GoDown

;--- GoDown: makes the step in 'code' and enters the node below --------------------------
; In   from, over and to come from Trace.
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
            beq .turn           ; no room for another entry
            lda to
            sta code
.way        POLL
            jsr CanGo           ; can the same piece jump again?
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

;--- Leaf: computes the static value for the side to move --------------------------------
; In   material, place, pieces, empty, game
; In checkers, the value is 8 * material + temp; temp is place at level 4 and above, half of place
; at levels 2 and 3, and a quarter at level 1. Limits apply to material and to place. In giveaway,
; the value is temp - TEMPO, inverted by Variant; temp is place, which in giveaway is the cost of
; this side's pieces minus the cost of the other side's, relative to that difference at the root.
; With one piece on each side, temp includes MOVE for the side that "has the move", which no plain
; step changes: in checkers, that side can drive the other's piece back; in giveaway, it is forced
; to capture.
Leaf        SUBROUTINE
            ldx game            ; the level, in checkers
            lda place
            eor #$80            ; from signed to 0..255, with 128 as zero
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
            adc #$80/2          ; C rounds up
            inx
            inx
            bne .half           ; always
.full       sta temp
            lda pieces          ; one piece against one?
            cmp #2
            bne .material
            lda empty
            eor empty+1
            eor empty+2
            eor empty+3
            and #ODD_ROWS       ; an odd count of pieces on odd rows: the side to move has the move
            ldx #0
.row        asl
            bcc .none
            inx
.none       bne .row
            lda #-MOVE          ; an even count
            dex
            bne .move
            lda #MOVE           ; an odd count
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
.behind     asl                 ; the first shift drops the $80
            asl
            asl
.add        clc
            adc temp
            FALL_INTO Variant
;--- Variant: makes the value in A the node's result, inverted in giveaway
Variant
            bit variant
            bpl Settle
            eor #$FF
            FALL_INTO Settle
;--- Settle: limits the result in A to alpha..beta ---------------------------------------
Settle      cmp alpha           ; fail-hard
            bcc GoUp
            cmp beta
            bcc .within
            lda beta
.within     sta alpha
            FALL_INTO GoUp
;--- GoUp: passes the node's result, in alpha, up to its parent --------------------------
GoUp        SUBROUTINE
            POLL
            ldx node
            bne .up
            jmp Finished
.up         dec node
            dex
            lda flags+1,x
            asl
            bmi .undo           ; CONTINUED: alpha belongs to the same side
            jsr Swap
            inc depth
            lda alpha
            eor #$FF
            tay                 ; Y = the result
            lda beta
            eor #$FF
            ldx clock
            bpl .inTime
            bit ties
            bmi .inTime         ; the counting pass always runs to its end
            txa                 ; time is up: with alpha = $FF no result is better, and no
.inTime     sta alpha           ;   node up to the root tries another step
            ldx node
            lda saved,x
            sta beta
            cpy alpha
            bcc .undo
            beq .undo
.walk       lda flags,x         ; the result is better. Is this the root?
            asl
            bpl .begun          ; not CONTINUED
            dex
            bpl .walk           ; always
.begun      txa
            beq .root
            sty alpha
            lda flags,x         ; new killer: a plain step that causes a cutoff or, if the old
            bmi .undo           ;   killer was not legal, any plain step with a better result
            cpy beta
            bcs .killer
            and #KILLED
            bne .undo
.killer     cpx #KILLERS
            bcs .undo
            lda step,x
            sta killer,x        ; not at the root, which branched to .root above
            bcc .undo           ; always
.root       cpy beta            ; is the result only a lower bound on the step's value?
            bcc .exact
            ldx beta
            inx
            beq .exact
            lda #-1             ; if so, repeat the step without an upper limit
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
;--- GoOn: continues after the step that was just taken back -----------------------------
; In   X is node. code and kind describe the step.
GoOn        SUBROUTINE
            lda kind
            asl
            bmi .jumpOn         ; CONTINUED
            and #2*KILLED
            beq .scan
            lda code
            cmp killer,x
            bne .scan
            jmp FromFirst       ; the killer came first: now try all steps, from the first one
.scan       jmp FindNext
.jumpOn     jsr OtherWay
            jmp OrUp

;--- Swap: changes the side to move, and negates material and place ----------------------
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
            lda bestStep        ; the next pass tries it first
            sta killer
            lda game
            cmp #11
            bcc .level
            sbc #10
.level      bit ties
            bmi .counted
            cmp depth
            beq PlayBest
            lda depth           ; C=1, since depth is below the level
            adc #2              ; add three plies
            bcc .pass           ; always
.counted    tax
            lda Clock,x
            bcs .time           ; C=1 in giveaway, from the sbc above
            asl
.time       sta clock
            txa
            ldx ties
            cpx #$81
            beq PlayBest            ; there is no other move
            bit lastBack
            bvs PlayBest            ; the first move of the game
.three      sbc #3              ; C=1. After the counting pass: 0 (captures only), 1 or 2 plies
            bcs .three
            adc #3
.pass       tax
            ldy variant
            cpy #$80            ; C = giveaway
            adc #-FIRST_BEST_PLIES & $FF ; C = a deep pass, in which ties with the best do not count
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
            bcc .plain          ; C=0: Forced has found no jumps
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
            asl                 ; A = %000kkrrr, the square reached. The next jump from it is
            asl                 ;   %d0hkkrrr: shift kkrrr to the left end, then shift in h, 0
            asl                 ;   and d from the left
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
            beq .end            ; a man moved
            tay                 ; lastBack = the opposite step, from the square just reached
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

; -- RootMove: considers a root move that is at least as good as the best -------------
; In   Y is the result, above alpha. alpha is one below the best value or, with FIRST_BEST,
;      the best value. node and step describe the move.
; Out  alpha; if the move is chosen, also bestStep and bestPath.
RootMove    SUBROUTINE
            bit ties
            bmi .tie            ; in the counting pass all moves are equal
            lda step
            cmp lastBack
            bne .new
            dey                 ; undoing the last king move is worth one less
            cpy alpha
            beq .done
.new        iny
            sty beta            ; later searches need only distinguish worse, equal and better
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
            lda random          ; a shift register of period 255
            lsr
            bcc .stepped
            eor #$B4
.stepped    sta random
            lda ties            ; choose the n-th of n equal moves with probability 1/n
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
.path       lda step,x          ; the last jump first
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

;--- Aim: sets one of the kings' targets (kind: 0 or 1) to the square in Y ---------------
Aim         SUBROUTINE
            ldx kind
            tya
            and #%00000111
            sta targetRow,x
            lda SquareColumn,y
            sta targetColumn,x
            rts

FIRST_BEST      = $40       ; flag in ties: moves equal to the best do not count,
FIRST_BEST_PLIES = 4        ;   in passes of at least this many plies (one fewer in giveaway)
TRADE           = 3         ; bonus for any capture, to the side with more pieces at the root
TEMPO           = 3         ; giveaway: value of being the side to move
PLACE_LIMIT     = 11        ; limit of place, + or -, so that place rarely outweighs a man (16)
MATERIAL_LIMIT  = 9         ; limit of material, + or -, in half-men since the root
MOVE            = 12        ; value of having the move, with one piece against one
LOST            = 2         ; value of having no move; the number of the entry is added
KING_PLACE      = 14        ; value of a king on both targets; it loses 1 per step away from each
CENTER          = %01100    ; both targets if neither side is ahead, or the side behind has no king
            IF LOST + ENTRIES >= 128 - 8*MATERIAL_LIMIT - PLACE_LIMIT - 1 - MOVE
              ECHO "a lost game could look better than a bad one"
              ERR
            ENDIF
            ECHO "search.asm:", [* - Think]d, "bytes"
