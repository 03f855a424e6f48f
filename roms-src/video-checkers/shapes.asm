;===============================================================================
; Shapes, glyphs, colors: one page, so that the kernel's reads cost the same.
;===============================================================================
;--- Shapes: SHAPE_LINES bytes each, the bottom line first ------------------------
Shapes
ShapeMan
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
            dc.b %11111111
            dc.b %01111110
            dc.b %00111100
ShapeKing                       ; a crown cut out of a man
            dc.b %00111100
            dc.b %01111110
            dc.b %11111111
            dc.b %10000001
            dc.b %11111111
            dc.b %10000001
            dc.b %10000001
            dc.b %10000001
            dc.b %10100101
            dc.b %10100101
            dc.b %11111111
            dc.b %11111111
            dc.b %01111110
            dc.b %00111100
ShapeX
            dc.b %11000011
            dc.b %11000011
            dc.b %01100110
            dc.b %01100110
            dc.b %00111100
            dc.b %00111100
            dc.b %00011000
            dc.b %00011000
            dc.b %00111100
            dc.b %00111100
            dc.b %01100110
            dc.b %01100110
            dc.b %11000011
            dc.b %11000011
ShapeEmpty  ds SHAPE_LINES, 0
            IF * - Shapes != 4 * SHAPE_LINES
              ECHO "a shape does not have SHAPE_LINES lines"
              ERR
            ENDIF

;--- ShapeLow: what a square can show (SHOW_...) -> its shape ------------------------
ShapeLow    dc.b <ShapeEmpty, <ShapeX, <ShapeMan, <ShapeKing, <ShapeMan, <ShapeKing, <ShapeX

;--- Digits: 3 by GLYPH_ROWS, each twice: %ddd0ddd0, the bottom row first --------------
Digits
            dc.b %11101110, %10101010, %10101010, %10101010, %11101110 ; 0
            dc.b %01000100, %01000100, %01000100, %01000100, %01000100 ; 1
            dc.b %11101110, %10001000, %11101110, %00100010, %11101110 ; 2
            dc.b %11101110, %00100010, %01100110, %00100010, %11101110 ; 3
            dc.b %00100010, %00100010, %11101110, %10101010, %10101010 ; 4
            dc.b %11101110, %00100010, %11101110, %10001000, %11101110 ; 5
            dc.b %11101110, %10101010, %11101110, %10001000, %11101110 ; 6
            dc.b %00100010, %00100010, %00100010, %00100010, %11101110 ; 7
            dc.b %11101110, %10101010, %11101110, %10101010, %11101110 ; 8
            dc.b %11101110, %00100010, %11101110, %10101010, %11101110 ; 9
;--- Texts: two letters each, in the same grid; a blank pair goes before them ------------
Texts
TextBlank   dc.b %00000000, %00000000, %00000000, %00000000, %00000000
TextJump    dc.b %11101000, %10101000, %00101110, %00101010, %00101110 ; JP
TextDraw    dc.b %11001010, %10101010, %10101100, %10101010, %11001100 ; DR
TextWo      dc.b %10101110, %11101010, %11101010, %10101010, %10101110 ; WO
TextN       dc.b %10100000, %10100000, %10100000, %11100000, %00000000 ; N
TextLo      dc.b %11101110, %10001010, %10001010, %10001010, %10001110 ; LO
TextSt      dc.b %11100100, %00100100, %11100100, %10000100, %11101110 ; ST
            ONE_PAGE Shapes

;--- Palette: light and dark squares, white and black pieces, text of black's player ------
Palette
PaletteGrey dc.b GREY_LIGHT, GREY_DARK, WHITE_PIECE, $00, $00
PaletteAmateur
            dc.b AMATEUR_LIGHT, AMATEUR_DARK, WHITE_PIECE, RED_PIECE, BLUE_TEXT
PalettePro  dc.b PRO_LIGHT, PRO_DARK, WHITE_PIECE, RED_PIECE, BLUE_TEXT
            BUDGET_SINCE "shapes.asm", Shapes
