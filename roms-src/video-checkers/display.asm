;===============================================================================
; What the next picture shows: the header's dots, colors, and a list of 32 squares.
;===============================================================================
;--- PrepareHeader: game number, squares or words, number of players -----------------
; Comes last in the overscan, because rules.asm uses the same bytes.
; Out  header, playersPtr               Clobbers  A, X, Y
PrepareHeader SUBROUTINE
            lda #>Digits
            sta tensPtr+1
            sta unitsPtr+1
            sta playersPtr+1
            ldy #<[Digits+5*GLYPH_ROWS] ; 2 players: the mirror image of a 5
            lda game
            cmp #TWO_PLAYERS
            beq .players
            ldy #<[Digits+1*GLYPH_ROWS]
.players    sty playersPtr
            ldx #headerGame-header+GLYPH_ROWS-1
            jsr PlaceNumber
            ldy aim                     ; which squares?
            lda status
            and #SHOWMOVE
            beq .own
            lda moveFrom
            ldy moveTo
            bpl .squares                ; always
.own        lda inHand
            cpy inHand
            bne .squares
            ldy #NO_PIECE               ; no second number: no piece in hand, or not moved yet
            tax
            bpl .squares
            ldx player
            lda cursor,x
.squares    sty second
            ldx #headerFrom-header+GLYPH_ROWS-1
            jsr PlaceSquare
            ldx #headerTo-header+GLYPH_ROWS-1
            ldy #<TextBlank
            lda frame
            and #X_PHASE
            beq .number
            bit status                  ; GAMEOVER?
            bvs .over
            lda status
            and #DRAWN
            bne .draw
            lda status
            lsr                         ; MUSTJUMP?
            bcc .number
            lda aim
            cmp inHand
            bne .number                 ; the jump is being made
            ldy #<TextJump
            bne .text                   ; always
.draw       ldy #<TextDraw
            bne .text                   ; always
.number     lda second
            bmi .text                   ; blank
            jsr PlaceSquare
            jmp .dash
.text       jsr PlaceText
.dash       jsr HalfStep
            lda headerTo+2
            ora #%10000000
            sta headerTo+2
            rts
.over       ldy #<TextSt                ; LOST, WON: as the left player sees it
            jsr LeftWon
            beq .lost
            ldy #<TextN
.lost       ldx #headerTo-header+GLYPH_ROWS-1
            sty second
            jsr PlaceText
            lda second
            sec
            sbc #GLYPH_ROWS             ; WO stands before N, LO before ST
            tay
            ldx #headerFrom-header+GLYPH_ROWS-1
            jsr PlaceText
                                        ; and fall into HalfStep
;--- HalfStep: makes room for the dash before the second number
HalfStep    ldx #GLYPH_ROWS-1
.row        lsr headerTo,x
            dex
            bpl .row
            rts

;--- PlaceSquare: the number of a square; then on into PlaceNumber ---------------------
; In   A = square                       X as for PlaceNumber
PlaceSquare SUBROUTINE
            tay
            and #%00000111              ; row * 4 + column + 1
            asl
            asl
            sta dots
            tya
            lsr
            lsr
            lsr
            sec
            adc dots
            tay
            lda #COLOR_SWITCH
            bit SWCHB
            bne .color
            sty dots                    ; black-and-white: counted from the other end
            lda #33
            sec
            sbc dots
            tay
.color      tya
;--- PlaceNumber: two digits, or a blank and one -----------------------------------------
; In   A = 1..39, X = last byte in header, tensPtr+1, unitsPtr+1
; Clobbers  A, X, Y
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
            bne PlaceRows               ; always: no glyph begins its page

;--- PlaceText: two letters -----------------------------------------------------------------
; In   Y = low byte of a text           X as for PlaceNumber
PlaceText   tya
            sta unitsPtr
PlaceRows   sta tensPtr
            ldy #GLYPH_ROWS-1
.row        lda (tensPtr),y
            and #%11110000
            sta dots
            lda (unitsPtr),y
            and #%00001111
            ora dots
            sta header,x
            dex
            dey
            bpl .row
            rts

GlyphLow
.digit      SET 0
            REPEAT 11
            dc.b <[Digits + .digit*GLYPH_ROWS]
.digit      SET .digit + 1
            REPEND

;--- PrepareBoard: colors, and what each square shows ---------------------------------------
; Comes between vertical sync and the picture.
; Out  dl, shapeColor, colorDark; players and colors for the header
; Clobbers  A, X, Y
PrepareBoard SUBROUTINE
            sta WSYNC           ; 3   @0
            ldx #7              ; 2   @2
WaitNumbers dex                 ; 2
            bne WaitNumbers     ; 3/2 @36
            SAME_PAGE WaitNumbers
            stx CTRLPF          ; 3   @39
            bit phase           ; 3   @42
            sta RESP0           ; 3   @45     clock 73 (double size): the first number
            bit phase           ; 3   @48
            sta RESP1           ; 3   @51     clock 91: dash, the second
            lda #DOUBLE_SIZE
            sta NUSIZ0
            sta NUSIZ1
;--- colors: one of three sets
            lda #COLOR_SWITCH
            bit SWCHB
            beq .grey           ; X = 0: grey
            lda game
            cmp #10             ; 11..19 like 1..9; 10 like 0
            bcc .single
            sbc #10
.single     cmp #5
            ldx #PaletteAmateur-Palette
            bcc .grey
            ldx #PalettePro-Palette
.grey       lda Palette,x
            sta COLUBK
            lda Palette+1,x
            sta colorDark
            ldy #3
.pieces     lda Palette+2,x     ; SHOW_... 1, 2, 3 are white,
            sta shapeColor-1,y
            lda Palette+3,x     ; 4, 5, 6 black
            sta shapeColor+2,y
            dey
            bne .pieces
            ldy Palette+4,x     ; text: the left player's color
            lda #SQUARE         ; black at the bottom: the picture begins with the last square
            sta turnMask
            lda status
            and #TURNED
            beq .text
            lda #0
            sta turnMask
            ldy Palette+2,x
.text       sty COLUPF
            sty COLUP0
            sty COLUP1
;--- the list: for each square a bit out of each plane
            IF X_PHASE != SHOWMOVE
              ECHO "the two bits must be one"
              ERR
            ENDIF
            lda frame           ; the computer's move, in the pieces' phase:
            and status
            and #SHOWMOVE
            sta shownTaken      ;   what it took is still there
            ldx #31
.column     txa
            lsr
            lsr
            lsr
            tay
            lda black,y
            sta listBlack
            lda white,y
            sta listWhite
            lda kings,y
            sta listKings
            lda shownTaken
            beq .square
            lda takenKings,y
            ora listKings
            sta listKings
            lda taken,y
            ldy turn            ; whose pieces they were
            ora listBlack,y
            sta listBlack,y
.square     txa                 ; 2
            eor turnMask        ; 3
            tay                 ; 2
            lda #0              ; 2
            asl listBlack       ; 5
            rol                 ; 2
            asl listWhite       ; 5
            rol                 ; 2
            asl listKings       ; 5
            rol                 ; 2
            sta dl,y            ; 5
            dex                 ; 2
            txa                 ; 2
            and #%00000111      ; 2
            cmp #%00000111      ; 2
            bne .square         ; 3     46 a square
            txa
            bpl .column
;--- what blinks
            lda #SHOW_BLACK_X
            ldy turn
            beq .black
            lda #SHOW_WHITE_X
.black      sta ownX
            lda frame
            and #X_PHASE
            bne .piecePhase
            bit status          ; GAMEOVER: no X
            bvs .done
            lda pause           ; nobody's turn yet
            bne .done
            lda inHand
            bmi .cursor
            cmp aim
            beq .hand
            jsr .x              ; an X where the piece came from, leaves it in Y
            lda aim
            eor turnMask
            tax
            sty dl,x
            rts
.cursor     ldy player
            lda cursor,y
.x          eor turnMask
            tax
            ldy dl,x
            lda ownX
            sta dl,x
.done       rts
.hand       lda frame
            and #HAND_PHASE
            bne .done
            lda inHand
            bpl .clear          ; always
.piecePhase     lda shownTaken
            beq .done
            lda ownX
            eor #BOTH_X
            sta ownX            ; the computer's X where its piece came from
            lda moveFrom
            jsr .x
            lda moveTo          ; (a king may have come back to where it began)
.clear      eor turnMask
            tax
            lda #SHOW_EMPTY
            sta dl,x
            rts
            BUDGET_SINCE "display.asm", PrepareHeader
