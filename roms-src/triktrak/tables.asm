;===============================================================================
; The kernel's tables: the order of the wedges, the shapes of the men, and the colors.
;===============================================================================
ROWS            = 18        ; entries in a list: 12 wedges, the shambles, the men removed, 4 END
END             = $FF

; Indices into board, top row first. White uses the first list for the left wedges and the second
; for the right wedges; Black uses the second and the third. END ends a block of rows.
Wedges      dc.b 12, 11, 10, 9, 8, 7, END, 25, END, 6, 5, 4, 3, 2, 1, END, 0, END
            dc.b 13, 14, 15, 16, 17, 18, END, 26, END, 19, 20, 21, 22, 23, 24, END, 27, END
            dc.b 12, 11, 10, 9, 8, 7, END, 25, END, 6, 5, 4, 3, 2, 1, END, 0, END
FirstRow    dc.b $FF, ROWS-1    ; indexed by side: the row before the first row to draw

; Half of a wedge, lowest line first: PF1 shows clocks 16..47, PF2 48..71.
WedgePF1    dc.b %11000000, %11111000, %11111111, %11111111, %11111111
            dc.b %11111111, %11111111, %11111000, %11000000
WedgePF2    dc.b %00000000, %00000000, %00000000, %00000111, %00111111
            dc.b %00000111, %00000000, %00000000, %00000000

; Indexed by the number of men on a wedge:
Copies      dc.b 0, 0, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3 ; NUSIZ0 for the left wedge
STACK_SIZE  = 10                ; bytes in a shape: a 0, then nine rows, lowest first
BLANK       = <Shapes
MAN         = BLANK + STACK_SIZE
FromThree   dc.b BLANK, BLANK, BLANK, MAN, MAN, MAN, MAN, MAN ; MAN for three or more men
            dc.b MAN, MAN, MAN, MAN, MAN, MAN, MAN, MAN
FromTwo     = FromThree + 1     ; MAN for two or more men
            dc.b MAN
ShapeLow    dc.b BLANK, MAN, MAN, MAN
.stack      SET MAN
            REPEAT ALL_MEN-3
.stack      SET .stack + STACK_SIZE
              dc.b .stack
            REPEND
TimesSeven  dc.b 0, 7, 14, 21, 28, 35, 42

; MenColors+side: the mover's color, then the opponent's. Other pairs: color, then black-and-white.
MenColors   dc.b WHITE_MEN, BLACK_MEN, WHITE_MEN
BoardColor  dc.b $2A, $08
BarColor    dc.b $22, $06
HeaderColor dc.b $84, $06
BallColor   dc.b $46, $0A
WedgesPtr   dc.b <RowColors, <RowGreys
RowColors   dc.b $42, $D2, $42, $D2, $42, $D2, 0, $22, 0
            dc.b $42, $D2, $42, $D2, $42, $D2, 0, $22, 0
RowGreys    dc.b $02, $00, $02, $00, $02, $00, 0, $06, 0
            dc.b $02, $00, $02, $00, $02, $00, 0, $06, 0
            BUDGET_SINCE "tables.asm", Wedges
