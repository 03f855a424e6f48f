;===============================================================================
; What the next picture shows: colors, a list of 32 squares, the header's dots.
;===============================================================================
;--- PrepareBoard: colors and what each square shows -------------------------------------
; Comes between vertical sync and the picture.
; Out  background, header and showColor in their colors; dl; players in place for the
;      header; then on to PrepareHeader
; Clobbers  A, X, Y
PrepareBoard SUBROUTINE
            sta WSYNC           ; 3   @0
            lda #DOUBLE_SIZE    ; 2   @2
            sta NUSIZ0          ; 3   @5
            sta NUSIZ1          ; 3   @8
            ldx #6              ; 2   @10
WaitNumbers dex                 ; 2
            bne WaitNumbers     ; 3/2 at last @39
            SAME_PAGE WaitNumbers
            sta RESP0           ; 3   @42     clocks 64..79: the first number
            nop                 ; 2   @44
            nop                 ; 2   @46
            sta RESM0           ; 3   @49     clocks 83..86: the dash
            sta RESP1           ; 3   @52     clocks 94..109: the second number
;--- colors, chosen by game and color switch
            ldx #PaletteGrey-Palette
            lda #COLOR_SWITCH
            bit SWCHB
            beq .set
            lda game
            cmp #10             ; 11..19 like 1..9; 10 like 0
            bcc .single
            sbc #10
.single     cmp #5
            ldx #PaletteAmateur-Palette
            bcc .set
            ldx #PalettePro-Palette
.set        lda Palette,x
            sta light
            lda Palette+1,x
            sta COLUBK          ; the header's band is as dark
            sta showColor       ; SHOW_EMPTY: as the square
            lda Palette+2,x     ; SHOW_... 4, 5, 6 are black,
            sta showColor+4
            sta showColor+5
            sta showColor+6
            lda #WHITE_PIECE    ; 1, 2, 3 white
            sta showColor+1
            sta showColor+2
            sta showColor+3
            ldy left
            bne .header           ; in the color of the left player
            lda Palette+3,x
.header       sta COLUPF
            sta COLUP0
            sta COLUP1
;--- late? then only the header
            lda INTIM
            cmp #LIST_TICKS
            bcs .list
            jmp PrepareHeader
.list
;--- the list: shifts a bit out of each plane for each square
            IF X_PHASE != SHOWMOVE
              ECHO "the two bits must be one"
              ERR
            ENDIF
            lda frame           ; the computer's move, in the pieces' phase:
            and status
            and #SHOWMOVE
            sta shownTaken      ;   what it took is still there
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
            ldx turn            ; whose pieces they were
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
            bpl .square         ; 3/2   35 a square
            tya
            bpl .column
;--- what blinks: an X on one square, and another square that shows something else
            lda #SHOW_BLACK_X
            ldy turn
            beq .black
            lda #SHOW_WHITE_X
.black      sta ownX
            ldx player
            lda cursor,x
            tax                 ; the X;
            ldy dl,x            ; what is there
            sty under
            lda #X_PHASE
            bit inHand
            bmi .phase
            lda #HAND_PHASE
.phase      and frame
            bne .pieces
            bit status          ; GAMEOVER: no X
            bvs .done
            lda pause           ; before the turn begins
            bne .done
            lda aim             ;   is shown where it is aimed at
            bpl .put            ; always
.pieces     lda shownTaken
            beq .done
            lda ownX
            eor #BOTH_X
            sta ownX            ; the computer's X where its piece came from,
            ldx moveFrom
            ldy #SHOW_EMPTY     ;   nothing where it went
            lda moveTo
.put        stx second
            tax
            sty dl,x
            ldx second
            lda ownX
            sta dl,x
.done                           ; and fall into PrepareHeader

;--- PrepareHeader: game number, squares or words, number of players ---------------------
; Out  header, playersPtr
PrepareHeader
            lda #>Digits
            sta tensPtr+1
            sta unitsPtr+1
            sta playersPtr+1
            ldy #<Digit5                ; 2 players: the mirror image of a 5
            lda game
            cmp #TWO_PLAYERS
            beq .players
            ldy #<Digit1
.players    sty playersPtr
            ldx #headerGame-header+GLYPH_ROWS-1
            jsr PlaceNumber
            ldx player
            lda cursor,x
            ldy aim
            cmp aim
            bne .from                   ; a piece is held over another square
            ldy #NO_PIECE               ; else no second number
            tax
            lda status
            and #SHOWMOVE
            beq .own
            ldx moveFrom
            ldy moveTo
.own        txa
.from       sty second
            ldx #headerFrom-header+GLYPH_ROWS-1
            jsr PlaceSquare
            ldx #headerTo-header+GLYPH_ROWS-1
            lda frame
            and #X_PHASE
            beq .number
            lda status
            ldy #<TextJump
            lsr                         ; MUSTJUMP
            bcs .text
            ldy #<TextDraw
            and #DRAWN>>1
            bne .text
            bit status                  ; GAMEOVER
            bvc .number
            ldy #<TextWon
            jsr LeftWon
            bne .text
            ldy #<TextLost
            bne .text                   ; always
.number     lda second
            bpl PlaceSquare
            ldy #<TextBlank
.text                                   ; and fall into PlaceText

;--- PlaceText: two letters; the rest as for PlaceNumber
; In   Y = low byte of a text
PlaceText   tya
            sta unitsPtr
            bne PlaceRows               ; always: no text begins its page

;--- PlaceSquare: the number of a square -------------------------------------------------
; In   A = square                       the rest as for PlaceNumber
PlaceSquare SUBROUTINE
            tay
            lda SWCHB
            and #COLOR_SWITCH
            bne .color
            tya                         ; black-and-white: 33 - n, the square turned round
            eor #SQUARE
            tay
.color      tya
            and #%00000111              ; row * 4 + column + 1
            asl
            asl
            sec
            adc SquareColumn,y
                                        ; and fall into PlaceNumber
;--- PlaceNumber: two digits, or a blank and one -----------------------------------------
; In   A = 1..39, X = last of its bytes in header, tensPtr+1, unitsPtr+1
; Out  N=1                              Clobbers  A, X, Y
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
                                        ; and fall into PlaceRows
;--- PlaceRows: two glyphs, side by side -------------------------------------------------
; In   A = low byte of the left one, unitsPtr; the rest as for PlaceNumber
PlaceRows   sta tensPtr
            ldy #GLYPH_ROWS-1
.row        lda (tensPtr),y
            eor (unitsPtr),y
            and #%11110000              ; the left half of the one,
            eor (unitsPtr),y            ;   the right half of the other
            sta header,x
            dex
            dey
            bpl .row
            rts

GlyphLow    dc.b <Digit0, <Digit1, <Digit2, <Digit3, <Digit4
            dc.b <Digit5, <Digit6, <Digit7, <Digit8, <Digit9, <TextBlank
            BUDGET_SINCE "display.asm", PrepareBoard
