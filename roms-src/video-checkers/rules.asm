;===============================================================================
; The rules of checkers: finding, making and taking back legal steps and jumps.
;
; "Own" means: belonging to the side to move. All routines clobber A, X and Y unless their header
; names fewer registers. They POLL while they search the board, to keep the picture running.
;===============================================================================
;--- NewBoard: sets up the 24 pieces, black to move --------------------------------------
; In   kings = 0
NewBoard    SUBROUTINE
            ldx #3
.column     lda #%00000111
            sta black,x
            lda #%11100000
            sta white,x
            dex
            bpl .column
            inx
            stx turn            ; 0
            stx quiet
            lda #NEW_GAME
            sta lastBack
            rts

;--- Locate: finds a square in the planes ------------------------------------------------
; In   A = square                       Out  X = its column, A and bit = its bit, Y = square
Locate      SUBROUTINE
            tay                 ; 2
            ldx SquareColumn,y  ; 4
            lda SquareBit,y     ; 4
            sta bit             ; 3
            rts                 ; 6

;--- Survey: sets 'flip' from 'turn', and finds the empty squares from the planes --------
Survey      SUBROUTINE
            ldx #3
.column     lda black,x
            ora white,x
            eor #$FF
            sta empty,x
            dex
            bpl .column
            lda turn
            cmp #4              ; C = white
            lda #0
            ror
            sta flip
            rts

;--- FindStep: finds the next plain step ------------------------------------------------
; In   code = the step to search after, or START + direction + row to find the row's first step
; Out  C=1: code = the step
;      C=0: none in this row; A = code = START + direction + the next row, or A = 0: no more rows
;
; All forward steps come before the kings' backward steps; each group begins with the most advanced
; row. From column k, the squares ahead are in columns k and k+1 if the row is even, in k-1 and k if
; it is odd. The bytes before and after the plane of empty squares serve as walls.
FindStep    SUBROUTINE
            lda code
            and #SQUARE
            tay
            ldx SquareColumn,y
            lda SquareBit,y
            sta bit
            lda code
            eor flip
            asl                 ; C = down
            lda bit
            bcc .up
            lsr
            bpl .ahead          ; always
.up         asl
.ahead      sta temp            ; the bit of the row ahead; 0: off the board
            txa
            ora turn
            tay
            lda code
            lsr                 ; C = odd row
            bcc .even
            dex
.even       lda code
            bit code
            bvs .start
            and #HIGHER
            beq .higher
.next       inx
            iny
            lda code
            and #DOWN|SQUARE
            clc
            adc #8              ; the next column; after the last column, bit 5 is set
.start      and #DOWN|HIGHER|SQUARE
            sta code
            and #HIGHER
            bne .rowDone
            lda black,y
            and bit
            beq .next
            lda code
            bpl .lower
            lsr                 ; backwards: only kings
            lda kings,x
            bcc .evenKing
            lda kings+1,x
.evenKing   and bit
            beq .next
.lower      lda empty,x
            and temp
            bne .found
.higher     lda empty+1,x
            and temp
            beq .next
            lda code
            ora #HIGHER
            sta code
.found      sec
            rts
.rowDone    POLL
            ldx turn
            lda code
            asl                 ; C = backwards
            bcc .own
            ldx #kings-black
.own        lda black,x
            ora black+1,x
            ora black+2,x
            ora black+3,x
            sta temp            ; the rows with pieces
            lda code
            and #DOWN|7
            tax
.row        bit flip
            bpl .descend
            inx                 ; white: towards higher rows
            dc.b $24            ; skips the next instruction
.descend    dex
            txa
            and #8
            bne .section        ; off the board: no more rows
            txa
            and #7
            tay
            lda temp
            and RowBit,y
            beq .row            ; the row is empty: try the next one
            txa
.begin      ora #START
            sta code
            clc
            rts
.section    lda code
            bmi .none
            jsr OwnKing
            beq .none
            jsr FirstRow
            ora #DOWN
            bne .begin          ; always
.none       lda #0
            clc
            rts

;--- FirstJump, NextJump: find the next single jump; kings' backward jumps come last -----
; In   NextJump: code = the jump to search after, kind = jumps
; Out  C=1: code = the jump; C=0: none; kind = jumps
;
; A jump leads from column j to j+1 or back. The square jumped over is in column j if its row is
; even, in column j+1 if it is odd. On this zigzag of squares, the loop looks for enemies between a
; piece of the mover and an empty square. (A square that is neither of these holds an enemy.)
; X points to the plane to read for the lower row, Y to the plane to read for the upper row: own
; pieces and empty squares for jumps up the board, the reverse for jumps down the board.
; The loop treats men as kings; Legal then rejects a man's backward jumps.
; For each pair of columns and each row, the jump from j to j+1 comes first, then the one back to j.
FirstJump   SUBROUTINE
            lda #$80
            sta kind
            lda #HIGHER
.scan       sta code
            POLL
            lda code
            lsr
            lsr
            lsr
            and #3
            clc
            adc #empty
            tay
            adc #black-empty
            adc turn
            tax
            lda code
            eor flip
            bpl .look
            sty temp
            txa
            tay
            ldx temp
.look       lda code
            bne .test           ; always
.next       inx                 ; 2
            iny                 ; 2
            lda code            ; 3
            ora #7              ; 2
            clc                 ; 2
            adc #1              ; 2
            sta code            ; 3
.test       and #%00011000      ; 2
            cmp #%00011000      ; 2
            beq .none           ; 2/4     all three pairs are done; 4, since it crosses a page
            lda 0,x             ; 4
            eor 0,y             ; 4
            sta temp            ; 3
            eor 1,x             ; 4
            eor 1,y             ; 4
            and #ODD_ROWS       ; 2
            eor temp            ; 3
            eor #$FF            ; 2
            lsr                 ; 2       enemies to jump over, as seen from the lower row
            beq .next           ; 2/3
            sta king            ; 3
            lda 1,y             ; 4
            lsr                 ; 2
            lsr                 ; 2
            and 0,x             ; 4
            sta temp            ; 3
            lda 0,y             ; 4
            lsr                 ; 2
            lsr                 ; 2
            and 1,x             ; 4
            ora temp            ; 3
            and king            ; 3
            beq .next           ; 2/4
            cpx #empty+4
            bcs .up
            asl                 ; down: the jumping piece is on the upper row
            asl
.up         sta temp
            lda code
            and #7
            tay
            lda #0
            sec
            sbc RowBit,y        ; code's row and the rows above it
            and temp
            beq .nextPair
            ldx #-1             ; find the lowest of these rows
.row        inx
            lsr
            bcc .row
            stx temp
            lda code
            and #$F8
            ora temp
            sta code
            jsr Legal
            bcs .found
            FALL_INTO NextJump
NextJump    lda code            ; entry point: continues after the jump in the variable 'code'
            and #HIGHER
            beq .nextRow
            lda code
            sec
            sbc #HIGHER-8
            sta code
            jsr Legal
            bcs .found
.nextRow    lda code            ; back to the pair's first column, in the next row (after
            clc                 ;   the last row: in the first row of the next pair)
            adc #HIGHER-8
            bne .on             ; always
.nextPair   lda code
            ora #7
.on         clc
            adc #1
            bne .again          ; always
.none       lda code            ; forward jumps are done: now the kings' backward jumps
            bmi .end
            jsr OwnKing
            beq .end
            lda #DOWN|HIGHER
.again      jmp .scan
.end        clc
.found      rts

;--- Forced: finds out whether the side to move must jump --------------------------------
; In   A = code                         Out  C=1 and bit 7 of kind = 1: yes; code = A; flip, empty
Forced      SUBROUTINE
            pha
            jsr Survey
            jsr FirstJump
            ror kind
            POLL
            lda kind
            asl
            pla
            sta code
            rts

;--- HasMove: finds out whether the side to move has a legal move ------------------------
; Out  C=1: yes
HasMove     SUBROUTINE
            jsr Forced
            bcs .yes
            jsr FirstRow
.row        POLL
            jsr FindStep
            bcs .yes
            bne .row
.yes        php                 ; the loop may have taken a while: poll
            POLL
            plp
            rts

;--- CanMove: finds out whether the own piece on a square can move -----------------------
; In   A = square                       Out  C=1: yes
CanMove     SUBROUTINE
            jsr Forced
            FALL_INTO AnyWay
AnyWay                          ; like CanMove, for the square in 'code', with kind already known
            jsr Legal
            bcs .done
            FALL_INTO OtherWay
OtherWay                        ; like AnyWay, but tries only the directions after the one in 'code'
            jsr NextWay
            bcs AnyWay
.done       rts

;--- NextWay: changes 'code' to the next direction that its piece could take --------------
; Out  C=0: there is none               Clobbers  A, X, Y
NextWay     SUBROUTINE
            lda code
            clc
            adc #HIGHER
            bit RowBit+6
            beq .more
            tay
            bmi NotLegal        ; both backward directions are done
            and #SQUARE         ; forwards done: now backwards, if the piece is a king
            tay
            jsr KingAt
            beq NotLegal
            lda code
            eor #DOWN|HIGHER
.more       sta code
            sec
            rts

;--- CanStep: finds out whether a step is legal ------------------------------------------
; In   A = step (d = down)              Out  C=1: yes, A = the square it ends on
CanStep     SUBROUTINE
            jsr Forced
            eor flip
            sta code
            FALL_INTO Legal
;--- Legal: like CanStep, for the step in 'code'; kind, flip and empty must be set ---------
Legal       SUBROUTINE
            POLL
            lda code
            and #SQUARE
            tay
            lda SquareColumn,y
            ora turn
            tax
            lda SquareBit,y
            and black,x
            beq NotLegal
            FALL_INTO CanGo
;--- CanGo: like Legal, but assumes that an own piece is on the square in 'code' ----------
; In   code, kind; flip, empty
; Out  C=1: yes, A = the square it ends on
CanGo       bit code
            bpl .forwards
            lda code
            and #SQUARE
            jsr Locate
            and kings,x
            beq NotLegal
.forwards   jsr Trace
            bmi NotLegal
            bit kind
            bpl .ends
            ldy over
            lda SquareColumn,y
            ora turn
            eor #4
            tax
            lda SquareBit,y
            and black,x
            beq NotLegal
            lda to
.ends       tay
            ldx SquareColumn,y
            lda SquareBit,y
            and empty,x
            beq NotLegal
            tya
            sec
            rts
NotLegal    clc
            rts

;--- Neighbor: finds the square to which a plain step leads ------------------------------
; In   A = step (d = down)              Out  as Trace; Y = the step
Neighbor    SUBROUTINE
            ldx #0              ; a plain step
            beq .first          ; always
;--- Trace: finds the squares of a step --------------------------------------------------
; In   code, kind, flip                 Out  from, A = to; over for a jump; N=1: off the board
; Clobbers  A, X, Y
Trace       lda code
            and #SQUARE
            sta from
            lda code
            eor flip
            ldx kind
.first      stx to              ; bit 7 = 1: two squares to go
.step       tay                 ; N = down
            bpl .up
            eor #DOWN|BOTH_ENDS ; the same step as seen from the other end
.up         cmp #HIGHER
            bcc .lower
            sbc #HIGHER-8       ; C=1
.lower      tax
            lda Neighbors,x
            cpy #DOWN
            bcc .one
            eor #SQUARE         ; ($80, no square, stays negative)
.one        bit to
            bpl .done
            sta over
            tax
            bmi .off
            lsr to              ; go one more square in the same direction
            tya
            and #DOWN|HIGHER
            ora over
            bcc .step           ; always: bit 0 of kind is clear
.done       sta to
            tax                 ; sets N
.off        rts

;--- KingAt: finds out whether a piece is a king -----------------------------------------
; In   Y = square                       Out  A = 0, Z=1: no      Clobbers  X
KingAt      SUBROUTINE
            ldx SquareColumn,y  ; 4
            lda SquareBit,y     ; 4
            and kings,x         ; 4
            rts                 ; 6

;--- DoStep: makes a legal step; updates the board, pieces, material and place -----------
; In   code, kind, flip, empty, targets, trade; from, over, to as Trace leaves them
; Out  events; king = 0 after a man's plain step, unless it was crowned
DoStep      SUBROUTINE
            ldx #0
            stx events
            ldy from
            ldx SquareColumn,y
            lda SquareBit,y
            and kings,x
            sta king
            bne .kept
            lda to
            ldx turn
            bne .white
            eor #7
.white      and #7
            bne .kept           ; it stays a man
            lda #CROWNED
            sta events
.kept       bit kind
            bpl Carry
            dec pieces
            inc material
            inc material
            ldy over
            jsr KingAt
            beq Carry
            lda #TOOK_KING
            ora events
            sta events
            bne Carry           ; always

;--- Undo: takes back the step of the node -----------------------------------------------
; Out  code and kind of the step
Undo        SUBROUTINE
            POLL
            ldx node
            lda step,x
            sta code
            lda flags,x
            sta kind
            and #CROWNED|TOOK_KING
            ora #UNDO
            sta events
            jsr Trace
            ldx from
            sta from
            stx to
            tay
            jsr KingAt
            sta king
            bit kind
            bpl Carry
            inc pieces
            dec material
            dec material
            FALL_INTO Carry
;--- Carry: moves a piece; removes the piece jumped over or, with UNDO, puts it back ------
; In   from, over, to, code, kind, king, events
Carry       lda turn
            sta owner
            ldy from
            jsr Toggle
            eor #$FF            ; place minus the value
            sec
            adc place
            sta place
            lda events
            and #CROWNED
            beq .second
            jsr KingGain
            ldx king            ; a man becomes a king; with UNDO, a king becomes a man
            beq .crown
            lda #0
.crown      sta king
.second     ldy to
            jsr Toggle
            clc
            adc place
            sta place
            bit kind
            bpl .done
            POLL
            lda turn
            eor #4
            sta owner
            lda events
            and #TOOK_KING
            sta king
            beq .man
            jsr KingGain
.man        ldy over
            jsr Toggle
            sta temp
            lda turn
            cmp #4              ; C = white
            lda trade
            bcc .black
            eor #$FF
.black      adc temp
            bit events          ; UNDO
            bpl .gain
            eor #$FF            ; place minus the value
            sec
            dc.b $24            ; skips the next instruction
.gain       clc
            adc place
            sta place
.done       rts

;--- KingGain: adds a king's additional value to material; with UNDO, subtracts it -------
; In giveaway, material does not count.
KingGain    SUBROUTINE
            bit events          ; UNDO
            bpl .gain
            dec material
            dec material
.gain       inc material
            rts

;--- Toggle: removes the piece on a square, or puts one there ----------------------------
; In   Y = square; owner; king = 0 for a man; targetRow, targetColumn; variant
; Out  A is the value of the square for the owner of the piece; in giveaway, the piece's cost.
; If the piece is a king, Toggle overwrites the variable king with a value that is never 0.
Toggle      SUBROUTINE
            ldx SquareColumn,y  ; 4
            lda SquareBit,y     ; 4
            eor empty,x         ; 4
            sta empty,x         ; 4
            txa                 ; 2
            ora owner           ; 3
            tax                 ; 2
            lda SquareBit,y     ; 4
            eor black,x         ; 4
            sta black,x         ; 4
            lda king            ; 3
            bne .king           ; 2/3
.man        tya                 ; 2
            ldx owner           ; 3
            beq .black          ; 3/2
            eor #SQUARE         ; the square as the piece's owner sees it
.black      tax                 ; 2
            lda Places,x        ; 4
            bit variant         ; 3
            bmi .giveaway       ; 2/3
            and #%00001111      ; 2
            rts                 ; 6
.giveaway   lsr                 ; the cost of the piece for its owner
            lsr
            lsr
            lsr
            rts
.king       sty temp
            POLL
            ldy temp
            ldx SquareColumn,y
            lda SquareBit,y
            eor kings,x
            sta kings,x
            bit variant
            bmi .man
            lda #KING_PLACE     ; start value; subtract the distances to both targets
            ldx #1
.target     sta king            ; (never 0: the piece is still a king)
            lda targetRow,x
            bmi .same
            tya
            and #%00000111
            sec
            sbc targetRow,x
            bcs .rows
            eor #$FF
            adc #1
.rows       sta temp
            lda SquareColumn,y
            sec
            sbc targetColumn,x
            bcs .columns
            eor #$FF
            adc #1
.columns    asl                 ; a column counts as two rows
            cmp temp            ; take the longer of the two distances
            bcc .same
            sta temp
.same       lda king            ; king - distance
            sec
            sbc temp
            dex
            bpl .target
            rts

;--- MakeStep: makes a step in the actual game, not in the search ------------------------
; In   A = a legal step (d = down)
; Out  A = the square it ends on; C=1: the same piece must jump again, so the turn is not over
MakeStep    SUBROUTINE
            jsr CanStep         ; C=1
            ror variant         ; set bit 7: no king targets, because the screen uses their bytes
            POLL
            jsr DoStep
            bit lastBack
            bvc .begun
            lda #NO_STEP
            sta lastBack
.begun      lda kind
            bmi .advance
            lda events
            bne .advance        ; crowned
            lda king
            beq .advance
            inc quiet
.end        lda to
            clc
            rts
.advance    lda #0
            sta quiet
            bit kind
            bpl .end
            lda events
            and #CROWNED
            bne .end
            lda to
            sta code
            pha
            POLL
            jsr AnyWay
            pla
            rts

            ECHO "rules.asm:", [* - NewBoard]d, "bytes"
