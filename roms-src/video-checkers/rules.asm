;===============================================================================
; The rules of checkers: legal steps and jumps, making and taking back.
;
; "Own" is the side in turn. All routines clobber A, X, Y unless they say less.
;===============================================================================
;--- NewBoard: sets up the 24 pieces, black to move -------------------------------
NewBoard    SUBROUTINE
            ldx #3
.column     lda #%00000111
            sta black,x
            lda #%11100000
            sta white,x
            lda #0
            sta kings,x
            dex
            bpl .column
            sta turn
            sta quiet
            lda #NEW_GAME
            sta lastBack
            rts

;--- NextRandom: steps the random byte ---------------------------------------------
; Out  A                                Clobbers  A
NextRandom  SUBROUTINE
            lda random
            lsr
            bcc .even
            eor #$B4            ; a shift register of length 255
.even       sta random
            rts

;--- Neighbor ------------------------------------------------------------------------
; In   A = step (d = down)              Out  C=1: A = the next square; C=0: none
; Clobbers  A, X
Neighbor    SUBROUTINE
            tax
            lda Neighbors,x
            cmp #$80
            bcs .none
            sec
            rts
.none       clc
            rts

;--- PieceAt ---------------------------------------------------------------------------
; In   A = square                       Out  A = 0 empty, 1, 2 man, 5, 6 king, odd = black; Z
PieceAt     SUBROUTINE
            jsr Locate
            ldy #0
            lda black,x
            and bit
            beq .notBlack
            iny
.notBlack   lda white,x
            and bit
            beq .notWhite
            ldy #2
.notWhite   lda kings,x
            and bit
            beq .man
            iny
            iny
            iny
            iny
.man        tya
            rts

;--- Locate -----------------------------------------------------------------------------
; In   A = square                       Out  X = column, A = bit = its bit, Y = square
Locate      SUBROUTINE
            tay                 ; 2
            lsr                 ; 2
            lsr                 ; 2
            lsr                 ; 2
            tax                 ; 2
            lda SquareBit,y     ; 4
            sta bit             ; 3
            rts                 ; 6

;--- Survey: derives flip, mirror and the empty squares from turn and the planes --------
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
            beq .black
            lda #SQUARE
.black      sta mirror
            rts

;--- HasJump: can the own side jump? ----------------------------------------------------
; Out  C=1: yes
; Men and kings forwards, then kings backwards, a whole pair of columns at a time.
HasJump     SUBROUTINE
            jsr Survey
FindJumps                       ; the same, flip and empty being known
            lda turn
            tax                 ; own plane
            eor #4
            tay                 ; enemy plane
            txa
            bne .white
            jsr JumpsUp
            bcs .done
            jsr OwnKings
            beq .none
            jmp JumpsDown
.none       clc
.done       rts
.white      jsr JumpsDown
            bcs .done
            jsr OwnKings
            beq .none           ; else fall into JumpsUp

;--- JumpsUp, JumpsDown: can a piece of a plane jump upwards, downwards? -----------------
; In   X = its plane - black, Y = the enemy's plane - black
; Out  C=1: yes                         Clobbers  A, temp, king
;
; A jump crosses from column j to j+1 or back, and the piece jumped over stands in j
; on an even row or in j+1 on an odd one. So for each of the three pairs: the zigzag of
; enemies on those squares, and below (above) them a piece with an empty square opposite.
            MAC JUMPS           ; {1} = lower column, {2} = lsr or asl, {3} = where to go on "yes"
            lda black+{1},y
            eor black+{1}+1,y
            and #ODD_ROWS
            eor black+{1},y
            {2}
            sta king            ; rows from which it would be jumped
            lda empty+{1}+1
            {2}
            {2}
            and black+{1},x
            sta temp
            lda empty+{1}
            {2}
            {2}
            and black+{1}+1,x
            ora temp
            and king
            bne {3}
            ENDM
JumpsUp     SUBROUTINE
            JUMPS 0,lsr,Yes
            JUMPS 1,lsr,Yes
            JUMPS 2,lsr,Yes
            clc
            rts
Yes         sec
            rts
JumpsDown
            JUMPS 0,asl,Yes
            JUMPS 1,asl,Yes
            JUMPS 2,asl,Yes
            clc
            rts

;--- OwnKings: the own kings as a plane of their own ------------------------------------
; Out  movers, X = its offset from black, Z=1: there are none           Keeps  Y
OwnKings    SUBROUTINE
            lda kings
            ora kings+1
            ora kings+2
            ora kings+3
            beq .none
            ldx turn
            lda kings
            and black,x
            sta movers
            sta temp
            lda kings+1
            and black+1,x
            sta movers+1
            ora temp
            sta temp
            lda kings+2
            and black+2,x
            sta movers+2
            ora temp
            sta temp
            lda kings+3
            and black+3,x
            sta movers+3
            ora temp
            ldx #movers-black
            cmp #0
.none       rts

;--- FindMove: the next step or first jump in the order of the codes ----------------------
; In   code = the first to consider, kind; flip, empty
; Out  C=1: code = a legal one; C=0: none before the end of the section (forwards or
;      backwards); code = the end: bit 6 set
FindMove    SUBROUTINE
.group      bit kind
            bmi .jumps
            jsr StepRows
            jmp .rows
.jumps      jsr JumpRows
.rows       beq .empty
            sta temp
            lda code
            and #7
            tax
            lda temp
            and RowsFrom,x
            beq .empty
            ldx #-1
.row        inx
            lsr
            bcc .row
            stx temp
            lda code
            and #$F8
            ora temp
            sta code
            sec
            rts
.empty      lda code
            ora #7
            sta code
            inc code
            bit code
            bvc .group
            clc
            rts

;--- StepRows: the rows of a column from which a piece can step in a direction --------------
; In   code: direction and column; flip, empty
; Out  A = rows, Z
StepRows    SUBROUTINE
            lda code
            lsr
            lsr
            lsr
            and #7
            tay                 ; %hkk
            ldx ZigZag,y        ; the squares stepped to: columns k+h-1 on even rows,
            lda flip,x          ;   k+h on odd ones
            eor empty,x
            and #ODD_ROWS
            eor flip,x
            sta temp
            tya
            and #3
            tax
            ora turn
            tay
            lda code
            eor flip
            bmi .down
            lda temp
            lsr
            bpl .shifted        ; always
.down       lda temp
            asl
.shifted    bit code
            bpl .forwards
            and kings,x
.forwards   and black,y
            rts

;--- JumpRows: the rows of a column from which a piece can jump in a direction --------------
; In   code: direction and column; flip, empty
; Out  A = rows, Z
JumpRows    SUBROUTINE
            lda code
            lsr
            lsr
            lsr
            and #7
            tay                 ; %hkk
            lda JumpColumn,y
            bmi .none
            ora turn
            eor #4
            tax                 ; enemies jumped over: zigzag as in JumpsUp
            lda black,x
            eor black+1,x
            and #ODD_ROWS
            eor black,x
            ldx LandColumn,y
            sta temp
            lda code
            eor flip
            bmi .down
            lsr temp
            lda flip,x
            lsr
            lsr
            bpl .shifted        ; always
.down       asl temp
            lda flip,x
            asl
            asl
.shifted    and temp
            sta temp
            tya
            and #3
            tax
            ora turn
            tay
            lda temp
            and black,y
            bit code
            bpl .forwards
            and kings,x
.forwards   cmp #0
            rts
.none       lda #0
            rts

;--- Forced: HasJump as a kind of move ------------------------------------------------------
; Out  kind bit 7 = C = the own side must jump; flip, mirror, empty
Forced      SUBROUTINE
            jsr HasJump
            lda #0
            ror
            sta kind
            asl
            rts

;--- HasMove: has the own side a legal move? ----------------------------------------------
; Out  C=1: yes
HasMove     SUBROUTINE
            jsr Forced
            bcs .done
            lda #0              ; forwards
            jsr .section
            bcs .done
            lda #DOWN           ; backwards
.section    sta code
            jmp FindMove
.done       rts

;--- CanMove: can an own piece move? -------------------------------------------------------
; In   A = square                       Out  C=1: yes
CanMove     SUBROUTINE
            sta code
            jsr Forced
AnyWay                          ; the same, kind being known and the square in code
            jsr Legal
            bcs .done
            jsr NextWay
            bcs AnyWay
.done       rts

;--- NextWay: turns code to the next direction -----------------------------------------------
; Out  C=0: there is none               Clobbers  A
NextWay     SUBROUTINE
            lda code
            clc
            adc #HIGHER
            bit RowBit+6
            beq .more
            eor #DOWN|$40       ; forwards done: backwards
            bpl .end            ; (that was done too)
.more       sta code
            sec
            rts
.end        clc
            rts

;--- CanStep: is a step legal? ------------------------------------------------------------------
; In   A = step (d = down)              Out  C=1: yes, A = the square it ends on
CanStep     SUBROUTINE
            sta code
            jsr Forced
            jsr ToOwn
                                ; and fall into Legal
;--- Legal: the same for a step in code, kind, flip and empty being known ---------------------
Legal       SUBROUTINE
            lda code
            and #SQUARE
            jsr Locate
            bit code
            bpl .forwards
            and kings,x
.forwards   tay
            txa
            ora turn
            tax
            tya
            and black,x
            beq .no
            jsr Trace
            bmi .no
            bit kind
            bpl .step
            lda over
            jsr Locate
            txa
            ora turn
            eor #4
            tax
            lda bit
            and black,x
            beq .no
            lda to
.step       jsr Locate
            and empty,x
            beq .no
            lda to
            sec
            rts
.no         clc
            rts

;--- ToOwn: code from d = down to d = backwards ---------------------------------------------------
ToOwn       SUBROUTINE
            lda code
            eor flip
            sta code
            rts

;--- Trace: the squares of a step -------------------------------------------------------------------
; In   code, kind, flip                 Out  from, over (of a jump), A = to; N=1: off the board
; Clobbers  A, X, Y
Trace       SUBROUTINE
            lda code
            and #SQUARE
            sta from
            lda code
            eor flip
            tay
            lda Neighbors,y
            bit kind
            bpl .done
            sta over
            cmp #0
            bmi .done
            tya
            and #DOWN|HIGHER
            ora over
            tay
            lda Neighbors,y
.done       sta to
            cmp #0
            rts

;--- DoStep: carries a legal step out, on board and balance ------------------------------------------
; In   code, kind, flip, mirror, empty
; Out  A = CROWNED, TOOK_KING as it was; to; king = 0 after a man's plain step
DoStep      SUBROUTINE
            jsr Trace
            jsr Slide
            ldy #0
            lda king
            bne .notCrowned
            lda to
            eor mirror
            and #7
            cmp #7
            bne .notCrowned
            txa                 ; Slide left the own column of to in X, bit
            and #3
            tax
            lda kings,x
            ora bit
            sta kings,x
            inc material
            ldy #CROWNED
.notCrowned bit kind
            bpl .plain
            sty temp
            lda over
            jsr Locate
            and kings,x
            sta king
            jsr ToggleEnemy
            clc
            adc place
            sta place
            lda king
            cmp #1              ; C = a king
            lda material
            adc #2
            sta material
            lda king
            beq .man
            lda #TOOK_KING
.man        ora temp
            rts
.plain      tya
            rts

;--- PutBack: sets the piece taken on over back -----------------------------------------------------------
; In   A = 0 for a man, else a king; over
PutBack     SUBROUTINE
            sta king
            lda over
            jsr Locate
            ldy king
            beq .man
            sta king
.man        jsr ToggleEnemy
            sta bit
            lda place
            sec
            sbc bit
            sta place
            lda #0
            cmp king            ; C = a man
            lda material
            sbc #2
            sta material
            rts

;--- ToggleEnemy: takes an enemy off or sets it back ----------------------------------------------------------
; In   X = column, bit, over; king = bit if it is one
; Out  A = its place value for the side that takes it
ToggleEnemy SUBROUTINE
            lda kings,x
            eor king
            sta kings,x
            lda empty,x
            eor bit
            sta empty,x
            txa
            ora turn
            eor #4
            tax
            lda black,x
            eor bit
            sta black,x
            lda over
            eor mirror
            eor #SQUARE         ; the place as its owner sees it
            ldx king
            beq .man
            ora #KingPlaces-ManPlaces
.man        tax
            lda trade
            bit flip
            bpl .black
            lda #0
            sec
            sbc trade
.black      clc
            adc ManPlaces,x
            rts

;--- Slide: moves an own piece --------------------------------------------------------------------------------
; In   from, to, flip, mirror, empty
; Out  king = its bit or 0 for a man; X = own column of to - black, bit
Slide       SUBROUTINE
            ldy from            ; 3
            tya                 ; 2
            lsr                 ; 2
            lsr                 ; 2
            lsr                 ; 2
            tax                 ; 2
            lda SquareBit,y     ; 4
            sta bit             ; 3
            eor empty,x         ; 4
            sta empty,x         ; 4
            lda bit             ; 3
            and kings,x         ; 4
            sta king            ; 3
            eor kings,x         ; 4
            sta kings,x         ; 4
            txa                 ; 2
            ora turn            ; 3
            tax                 ; 2
            lda black,x         ; 4
            eor bit             ; 3
            sta black,x         ; 4
            lda from            ; 3
            eor mirror          ; 3
            ldx king            ; 3
            beq .fromMan        ; 3/2
            ora #KingPlaces-ManPlaces
.fromMan    tax                 ; 2
            lda place           ; 3
            sec                 ; 2
            sbc ManPlaces,x     ; 4
            sta place           ; 3
            ldy to              ; 3
            tya                 ; 2
            eor mirror          ; 3
            ldx king            ; 3
            beq .toMan          ; 3/2
            ora #KingPlaces-ManPlaces
.toMan      tax                 ; 2
            lda ManPlaces,x     ; 4
            clc                 ; 2
            adc place           ; 3
            sta place           ; 3
            tya                 ; 2
            lsr                 ; 2
            lsr                 ; 2
            lsr                 ; 2
            tax                 ; 2
            lda SquareBit,y     ; 4
            sta bit             ; 3
            eor empty,x         ; 4
            sta empty,x         ; 4
            lda king            ; 3
            beq .man            ; 3/2
            lda bit
            sta king
            eor kings,x
            sta kings,x
.man        txa                 ; 2
            ora turn            ; 3
            tax                 ; 2
            lda black,x         ; 4
            eor bit             ; 3
            sta black,x         ; 4
            rts                 ; 6

;--- MakeStep: a step of the game itself -------------------------------------------------------------------------
; In   A = step (d = down), legal
; Out  A = the square it ends on; C=1: the piece must jump on, the turn is not over
MakeStep    SUBROUTINE
            sta code
            jsr Forced
            jsr ToOwn
            jsr DoStep
            tay                 ; Y: crowned?
            bit lastBack
            bvc .begun
            lda #NO_STEP
            sta lastBack
.begun      lda kind
            bmi .advance
            lda king
            beq .advance
            inc quiet
            bne .end            ; the count stays at 255
            dec quiet
.end        lda to
            clc
            rts
.advance    lda #0
            sta quiet
            bit kind
            bpl .end
            tya
            and #CROWNED
            bne .end
            lda to
            sta code
            pha
            jsr AnyWay
            pla
            rts

;--- EndTurn: the other side's turn ------------------------------------------------------------------------------------
; Clobbers  A
EndTurn     SUBROUTINE
            lda turn
            eor #4
            sta turn
            rts
            BUDGET_SINCE "rules.asm", NewBoard
