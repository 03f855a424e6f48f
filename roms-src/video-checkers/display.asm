;===============================================================================
; The contents of the next picture: a list of 32 squares, and the dots of the header.
;===============================================================================
;--- PrepareBoard: makes the list of the squares' contents -------------------------------
; Runs between vertical sync and the picture, and falls into PrepareHeader.
; Out  dl holds the list. The player objects are in position for the header.
; Clobbers  A, X, Y
PrepareBoard SUBROUTINE
            lda #DOUBLE_SIZE
            sta WSYNC           ; 3   @0
            sta NUSIZ0          ; 3   @3
            sta NUSIZ1          ; 3   @6
            ldx #6              ; 2   @8
WaitNumbers dex                 ; 2
            bne WaitNumbers     ; 3/2 the last one ends @37
            SAME_PAGE WaitNumbers
            sta RESP0           ; 3   @40     clocks 58..73: the first number
            nop                 ; 2   @42
            nop                 ; 2   @44
            sta RESM0           ; 3   @47     clocks 77..80: the dash
            sta RESP1           ; 3   @50     clocks 88..103: the second number
;--- if there is little time, make only the header
            lda INTIM
            cmp #LIST_TICKS
            bcc .late           ; Z=0
;--- the list: for each square, shift one bit out of each plane
            IF X_PHASE != SHOWMOVE
              ECHO "X_PHASE and SHOWMOVE must be the same bit"
              ERR
            ENDIF
            lda frame           ; during SHOWMOVE, in the blink phase that shows the pieces:
            and status          ;   also show the pieces that the computer took
            and #SHOWMOVE
            sta shownTaken
            ldy #31
.column     ldx SquareColumn,y
            lda black,x
            sta listBlack
            lda white,x
            sta listWhite
            lda kings,x
            sta listKings
            lda shownTaken
            beq .whole
            lda takenKings,x
            ora listKings
            sta listKings
            lda taken,x
            ldx turn            ; the side that owned the taken pieces
            ora listBlack,x
            sta listBlack,x
.whole      ldx #7
.square     lda #0              ; 2
            asl listBlack       ; 5
            rol                 ; 2
            asl listWhite       ; 5
            rol                 ; 2
            asl listKings       ; 5
            rol                 ; 2
            sta dl,y            ; 5
            dey                 ; 2
            dex                 ; 2
            bpl .square         ; 3/2   35 cycles per square
            tya
            bpl .column
;--- two blinking squares: one shows an X, the other a piece or nothing
            lda #SHOW_BLACK_X
            ldy turn
            beq .black
            lda #SHOW_WHITE_X
.black      sta ownX
            ldx player
            lda cursor,x
            tax                 ; the square of the X;
            ldy dl,x            ; its content
            sty under
            lda #X_PHASE
            bit inHand
            bmi .phase
            lda #HAND_PHASE
.phase      and frame
            bne .pieces
            bit status          ; GAMEOVER: no X
            bvs .done
            lda pause           ; no X before the turn begins, either
.late       bne .done           ; (the bcc to .late is too far from .done)
            lda aim             ; show the piece on the square aimed at
            bpl .put            ; always
.pieces     lda shownTaken
            beq .done
            lda ownX
            eor #BOTH_X
            sta ownX            ; the computer's X on the piece's start square,
            ldx moveFrom
            ldy #SHOW_EMPTY     ;   nothing on its target
            lda moveTo
.put        stx first
            tax
            sty dl,x
            ldx first
            lda ownX
            sta dl,x
.done       FALL_INTO PrepareHeader

;--- PrepareHeader: finds the game number, squares, word and number of players -----------
; Out  header, wordPtr, playersPtr; at the end of a game, also the winner's colors
PrepareHeader
            lda #>Digit0
            sta tensPtr+1
            sta unitsPtr+1
            ldx player
            lda cursor,x
            ldy aim
            cmp aim
            bne .squares                ; a piece is held over another square
            ldy #NO_PIECE               ; otherwise there is no second number
            tax
            lda status
            and #SHOWMOVE
            beq .own
            ldx moveFrom
            ldy moveTo
.own        txa
.squares    sta first
            tya
            ldx #headerTo-header+GLYPH_ROWS-1
            jsr PlaceSquare             ; X continues at headerFrom
            lda first
            jsr PlaceSquare             ; X continues at headerGame
            lda game
            jsr PlaceNumber
            ldy #<Digit2
            lda game
            cmp #TWO_PLAYERS
            beq .players
            ldy #<Digit1
.players    sty playersPtr
            ldy #<TextBlank
            lda frame
            and #X_PHASE
            beq .word
            lda status
            lsr                         ; MUSTJUMP
            bcc .noJump
            ldy #<TextJump
.noJump     and #DRAWN>>1
            beq .noDraw
            ldy #<TextDraw
.noDraw     bit status                  ; GAMEOVER
            bvc .word
            ldy #<TextWon
            jsr LeftWon
            bne .over
            ldy #<TextLost
.over       lda showColor+SHOW_WHITE,x  ; the band flashes in the winner's color (X = 0: black lost)
            sta COLUBK
            lda showColor
            sta COLUPF
            sta COLUP0
            sta COLUP1
.word       sty wordPtr
            rts
            IF SHOW_WHITE + WHITE > 6
              ECHO "showColor has no color of a winner"
              ERR
            ENDIF

;--- PlaceSquare: puts the number of a square, or a blank, into the header ---------------
; In   A is a square or NO_PIECE; everything else as for PlaceNumber.
PlaceSquare SUBROUTINE
            tay
            bmi .blank
            lda SWCHB
            and #COLOR_SWITCH
            bne .color
            tya                         ; black-and-white: number from the other end (33 - n)
            eor #SQUARE
            tay
.color      tya
            and #%00000111              ; row * 4 + column + 1
            asl
            asl
            sec
            adc SquareColumn,y
            FALL_INTO PlaceNumber
;--- PlaceNumber: puts two digits, or a blank and a digit, into the header ---------------
; In   A is 1..39. X is the index in header of the last byte to write. tensPtr+1 and
;      unitsPtr+1 are set.
; Out  X is the index of the byte before the first written byte.  Clobbers  A, Y
PlaceNumber ldy #0
.ten        cmp #10
            bcc .units
            sbc #10
            iny
            bne .ten                    ; always
.units      sty dots
            tay
            lda GlyphLow,y
            sta unitsPtr
            ldy dots
            bne .tens
            ldy #10                     ; blank
.tens       lda GlyphLow,y
            FALL_INTO PlaceRows
;--- PlaceRows: puts two glyphs side by side into the header -----------------------------
; In   A is the low byte of the left glyph; unitsPtr points to the right one; X as for PlaceNumber.
PlaceRows   sta tensPtr
            ldy #GLYPH_ROWS-1
.row        lda (tensPtr),y
            eor (unitsPtr),y
            and #%11110000              ; the left half of the left glyph,
            eor (unitsPtr),y            ;   the right half of the right glyph
            sta header,x
            dex
            dey
            bpl .row
            rts
.blank      lda #<TextBlank
            sta unitsPtr
            bne PlaceRows               ; always: TextBlank does not begin a page

GlyphLow    dc.b <Digit0, <Digit1, <Digit2, <Digit3, <Digit4
            dc.b <Digit5, <Digit6, <Digit7, <Digit8, <Digit9, <TextBlank
            BUDGET_SINCE "display.asm", PrepareBoard
