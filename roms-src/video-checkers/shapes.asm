;===============================================================================
; Shapes, glyphs, colors: one page, so that the kernel's reads cost the same.
;===============================================================================
;--- Shapes: SHAPE_LINES bytes each, the bottom line first -------------------------------
; The bottom line is empty: it leaves both players switched off.
Shapes
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
            IF * - Shapes != 3 * SHAPE_LINES
              ECHO "a shape does not have SHAPE_LINES lines"
              ERR
            ENDIF

;--- ShapeLow: what a square can show (SHOW_...) -> its shape ----------------------------
; An empty square shows a man in the color of the square.
ShapeLow    dc.b <ShapeMan, <ShapeX, <ShapeMan, <ShapeKing, <ShapeMan, <ShapeKing, <ShapeX

;--- Digits: 3 by GLYPH_ROWS, each twice: %ddd0ddd0, the bottom row first ----------------
; They lie over each other, head on tail: 29 bytes instead of 50.
Digits
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
            dc.b %01000100
            dc.b %01000100      ; (1 ends: its own mirror image, for the number of players)

;--- Texts: in place of the second number; the last dot of the right half is lost --------
TextBlank   dc.b %00000000, %00000000, %00000000, %00000000, %00000000 ; glyph 10, too
TextJump    dc.b %11101000, %10101000, %00101110, %00101010, %00101110 ; JP
TextDraw    dc.b %11001010, %10101010, %10101100, %10101010, %11001100 ; DR
TextWon     dc.b %01111100, %10000010, %00000000, %01101100, %01101100 ; a face that smiles
TextLost    dc.b %10000010, %01111100, %00000000, %01101100, %01101100 ; one that does not
            ONE_PAGE Shapes

;--- Palette: light squares, dark ones, black pieces, text of the player who has black ---
Palette
PaletteGrey dc.b GREY_LIGHT, GREY_DARK, GREY_PIECE, GREY_TEXT
PaletteAmateur
            dc.b AMATEUR_LIGHT, AMATEUR_DARK, RED_PIECE, BLUE_TEXT
PalettePro  dc.b PRO_LIGHT, PRO_DARK, RED_PIECE, BLUE_TEXT
            BUDGET_SINCE "shapes.asm", Shapes
