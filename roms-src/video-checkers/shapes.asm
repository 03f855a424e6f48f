;===============================================================================
; Shapes, glyphs, colors: one page, so that each of the kernel's reads takes the same time.
;===============================================================================
;--- TextBlank: a blank word or digit: GLYPH_ROWS empty rows, the last one in ShapeMan ---
TextBlank   ds GLYPH_ROWS-1
;--- Shapes: SHAPE_LINES bytes each, the bottom line first -------------------------------
; The bottom line is empty: it switches both player objects off.
ShapeMan    dc.b %00000000
            dc.b %00111100
            dc.b %01111110
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %01111110
            dc.b %00111100
ShapeKing   dc.b %00000000          ; a crown
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %00000000
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %11111111
            dc.b %11011011
            dc.b %11011011
            dc.b %10011001
            dc.b %10011001
            dc.b %00011000
ShapeX      dc.b %00000000
            dc.b %11000011
            dc.b %11000011
            dc.b %01100110
            dc.b %01100110
            dc.b %00111100
            dc.b %00011000
            dc.b %00011000
            dc.b %00011000
            dc.b %00111100
            dc.b %01100110
            dc.b %01100110
            dc.b %11000011
            dc.b %11000011
            IF * - ShapeMan != 3 * SHAPE_LINES
              ECHO "a shape does not have SHAPE_LINES lines"
              ERR
            ENDIF

;--- ShapeLow: content of a square (SHOW_...) -> its shape -------------------------------
; An empty square shows a man in the color of the square.
ShapeLow    dc.b <ShapeMan, <ShapeX, <ShapeMan, <ShapeKing, <ShapeMan, <ShapeKing, <ShapeX

;--- Digits: 3 by GLYPH_ROWS dots, each row doubled: %ddd0ddd0; the bottom row first -----
; They overlap: the top of one is the bottom of the next. "(7 ends)" marks the top row of Digit7.
Digit7      dc.b %00100010
            dc.b %00100010
Digit4      dc.b %00100010
            dc.b %00100010
Digit0      dc.b %11101110      ; (7 ends)
            dc.b %10101010
            dc.b %10101010      ; (4 ends)
            dc.b %10101010
Digit3      dc.b %11101110      ; (0 ends)
            dc.b %00100010
            dc.b %01100110
            dc.b %00100010
Digit9      dc.b %11101110      ; (3 ends)
            dc.b %00100010
Digit8      dc.b %11101110
            dc.b %10101010
Digit6      dc.b %11101110      ; (9 ends)
            dc.b %10101010
Digit2      dc.b %11101110      ; (8 ends)
            dc.b %10001000
Digit5      dc.b %11101110      ; (6 ends)
            dc.b %00100010
            dc.b %11101110      ; (2 ends)
            dc.b %10001000
Digit1      dc.b %11101110      ; (5 ends)
            dc.b %01000100
            dc.b %01000100
            dc.b %11001100
            dc.b %01000100      ; (1 ends)

;--- Texts beside the number of players: rows of up to seven dots, the leftmost in bit 0 -----
TextJump    dc.b %00001011, %00001010, %00111010, %00101010, %00111010 ; JP
TextDraw    dc.b %01010011, %01010101, %00110101, %01010101, %01110011 ; DR
TextWon     dc.b %00011110, %00100001, %00000000, %00010010, %00010010 ; a smiling face
TextLost    dc.b %00100001, %00011110, %00000000, %00010010, %00010010 ; a sad face
            ONE_PAGE TextBlank

;--- Palette: sets of colors, in the order of the bytes from textColor down to showColor -
            MAC COLORS          ; {1} text if the left player has black, {2} light squares,
              dc.b {1}, {2}, {3}, {3}, {3} ; {3} black pieces, {4} dark squares
              dc.b WHITE_PIECE, WHITE_PIECE, WHITE_PIECE, {4}
            ENDM
Palette     COLORS GREY_TEXT, GREY_LIGHT, GREY_PIECE, GREY_DARK
PaletteAmateur
            COLORS BLUE_TEXT, AMATEUR_LIGHT, RED_PIECE, AMATEUR_DARK
PalettePro  COLORS BLUE_TEXT, PRO_LIGHT, RED_PIECE, PRO_DARK
            IF * - Palette != 3 * [textColor - showColor + 1]
              ECHO "a set of colors has the wrong size"
              ERR
            ENDIF
            BUDGET_SINCE "shapes.asm", TextBlank
