;===============================================================================
; The kernel: header and board, line by line.
;
; The board. A square is 16 color clocks wide and RANK_LINES high; file 0 begins at
; clock 24. The middle of the screen is therefore the middle of file 3, so a mirrored playfield
; draws files 0..6 correctly, both on "even" ranks (with dark squares on files 0, 2, 4, 6)
; and on "odd" ranks (1, 3, 5, 7). Only file 7 has no mirror image: on odd ranks, the kernel
; switches it on in the right half of each line, and off again before the left half of the
; next line.
;
; The pieces. Each player object shows two copies 64 clocks apart: player 0 on the first and third
; dark square of a rank, player 1 on the second and fourth. Between its copies, each object gets
; a new shape and a new color. In the lines of an odd rank, these writes leave no cycles
; free, so there is no WSYNC: the loop takes exactly 76 cycles.
;
; Between two ranks of pieces, both objects move by one file. HMOVE at the start of a line
; would leave a black comb at the left edge. HMOVE at cycle 73 does not, but moves each object
; 8 clocks further left than usual (HMxx = $80: not at all, $90: one clock left, $A0: two ...).
;
; Cycles: "@n" = the instruction ends n cycles after the start of the line; "before" and "after" are
; limits. A write is visible from color clock 3n - 68 on (playfield: +2, player shapes: +1).
; Pieces begin at clock   even ranks   28, 60, 92, 124     odd ranks   44, 76, 108, 140
; which is cycle                       32, 42.7, 53.3, 64              37.3, 48, 58.7, 69.3
;===============================================================================
TWO_WIDE        = %00000100 ; NUSIZx: two copies, 64 clocks apart
DOUBLE_SIZE     = %00100101 ;         one copy, twice as wide; missile 4 clocks wide

EVEN_PF         = %00111100 ; PF1 (clocks 16..47): file 0, mirror 6; PF2 (48..79): file 2, mirror 4
ODD_PF1         = %00000011 ; PF1: left half of file 1; mirrored: right half of 5
ODD_PF2         = %11000011 ; PF2: right half of 1, left of 3; mirrored: right of 3, left of 5
ODD_PF01        = %11000011 ; PF0 and PF1, in the right half of the screen: adds file 7

;--- ShowPicture: header and board -------------------------------------------------------
; In   dl, header, wordPtr, playersPtr, showColor, light; objects and colors for the header
; Enter  in the first line of the picture; returns in the line after the board
; Clobbers  A, X, Y
ShowPicture SUBROUTINE
            ldx #2*GLYPH_ROWS-1
HeaderLine
            sta WSYNC           ; 3   @0
            stx PF0             ; 3   @3      clocks 0..15: empty, since X is below 16
            txa                 ; 2   @5
            lsr                 ; 2   @7
            tay                 ; 2   @9      two lines per row
            lda headerGame,y    ; 4   @13
            sta PF1             ; 3   @16     clocks 16..47: before @27
            lda headerFrom,y    ; 4   @20
            sta GRP0            ; 3   @23
            lda headerTo,y      ; 4   @27
            sta GRP1            ; 3   @30
            sty ENAM0           ; 3   @33     the dash: rows %010 and %011
            lda (playersPtr),y  ; 5   @38
            sta PF0             ; 3   @41     clocks 144..159: after @28, before @70
            lda (wordPtr),y     ; 5   @46
            sta PF1             ; 3   @49     clocks 112..143: after @38, before @60
            dex                 ; 2   @51
            bpl HeaderLine      ; 3/2 @54/@53
            SAME_PAGE HeaderLine
            sta WSYNC           ; 3   @0
            sty PF0             ; 3   @3      Y = 0
            sty PF1             ; 3   @6
            sty GRP0            ; 3   @9
            sty GRP1            ; 3   @12
            lda #7              ; 2   @14
            sta rank            ; 3   @17
            FALL_INTO RankPair

;--- RankPair: draws an odd rank and the even rank below it -----------------------------
; Begins with the lines between the odd rank and the even rank (or the header) above it.
RankPair
            sta WSYNC           ; 3   @0
            lda light           ; 3   @3      (this and NUSIZx are needed only after the header)
            sta COLUBK          ; 3   @6
            lda #$90            ; 2   @8      one clock left
            sta HMP0            ; 3   @11
            lda #$A0            ; 2   @13     two
            sta HMP1            ; 3   @16
            lda #TWO_WIDE       ; 2   @18
            sta NUSIZ0          ; 3   @21
            sta NUSIZ1          ; 3   @24
            pha                 ; 3   @27
            pla                 ; 4   @31
            nop                 ; 2   @33
            sta RESP0           ; 3   @36     clock 45
            lda showColor       ; 3   @39
            sta COLUPF          ; 3   @42
            nop                 ; 2   @44
            sta RESP1           ; 3   @47     clock 78
            jsr Return          ; 12  @59
            pha                 ; 3   @62
            pla                 ; 4   @66
            nop                 ; 2   @68
            nop                 ; 2   @70
            sta HMOVE           ; 3   @73     moves the players to clocks 44 and 76
            jsr PrepareRank     ; 6   @3      takes 219 cycles; returns @70 of the third line
            sta WSYNC           ; 3   @0      the odd rank begins
            ldy #EDGE_LINES     ; 2   @2
            jsr OddEdge         ; 6   @8      returns @43 of the fourth line
            jsr Return          ; 12  @55     wait, to enter the loop below at the right cycle
            ldy #SHAPE_LINES    ; 2   @57
            jmp EnterOdd        ; 3   @60
OddLine
            stx PF0             ; 3   @3      before clock 0
            lda (shapePtr),y    ; 5   @8
            sta GRP0            ; 3   @11     before @37.3
            lda pieceColor      ; 3   @14
            sta COLUP0          ; 3   @17
            lda (shapePtr+2),y  ; 5   @22
            sta GRP1            ; 3   @25     before @48
            lda pieceColor+2    ; 3   @28
            sta COLUP1          ; 3   @31
            lda (shapePtr+4),y  ; 5   @36
            sta.w GRP0          ; 4   @40     after @40, the first copy's end; before @58.7
            lda pieceColor+4    ; 3   @43
            sta COLUP0          ; 3   @46
            lda (shapePtr+6),y  ; 5   @51
            sta GRP1            ; 3   @54     after @50.7, before @69.3
            lda pieceColor+6    ; 3   @57
            sta COLUP1          ; 3   @60
EnterOdd    lda #ODD_PF01       ; 2   @62
            sta PF1             ; 3   @65     after clock 24 (@30.7), before 136 (@67.3)
            sta PF0             ; 3   @68     after clock 16 (@28), before 144 (@70)
            dey                 ; 2   @70
            stx PF1             ; 3   @73     after clock 144 (@70), before 16
            bpl OddLine         ; 3/2 @76/@75
            SAME_PAGE OddLine
            ; the lines between the odd rank and the even rank below it
            stx PF0             ; 3   @2
            lda #$A0            ; 2   @4      two clocks left
            sta HMP0            ; 3   @7
            lda #$B0            ; 2   @9      three
            sta HMP1            ; 3   @12
            jsr Return          ; 12  @24
            nop                 ; 2   @26
            nop                 ; 2   @28
            sta RESP0           ; 3   @31     clock 30
            lda #ODD_PF01       ; 2   @33
            sta PF1             ; 3   @36
            sta PF0             ; 3   @39
            sta RESP1           ; 3   @42     clock 63
            jsr Return          ; 12  @54
            jsr Return          ; 12  @66
            nop                 ; 2   @68
            nop                 ; 2   @70
            sta HMOVE           ; 3   @73     moves the players to clocks 28 and 60
            ldy #FOOT_LINES-1   ; 2   @75
            jsr OddEdge         ; 6   @5      draws three lines, returns @43
            sta WSYNC           ; 3   @0      the fourth line has ended: the even rank begins
            lda #0              ; 2   @2
            sta PF0             ; 3   @5
            lda #EVEN_PF        ; 2   @7
            sta PF1             ; 3   @10
            sta PF2             ; 3   @13
            jsr PrepareRank     ; 6   @19     takes 219 cycles; returns @10 of the fourth line
            ldy #SHAPE_LINES-1
EvenLine
            sta WSYNC           ; 3   @0
            lda (shapePtr),y    ; 5   @5
            sta GRP0            ; 3   @8      before @32
            lda pieceColor      ; 3   @11
            sta COLUP0          ; 3   @14
            lda (shapePtr+2),y  ; 5   @19
            sta GRP1            ; 3   @22     before @42.7
            lda pieceColor+2    ; 3   @25
            sta COLUP1          ; 3   @28
            lda (shapePtr+4),y  ; 5   @33
            sta GRP0            ; 3   @36     after @34.7, the first copy's end; before @53.3
            lda pieceColor+4    ; 3   @39
            sta COLUP0          ; 3   @42
            lda (shapePtr+6),y  ; 5   @47
            sta GRP1            ; 3   @50     after @45.3, before @64
            lda pieceColor+6    ; 3   @53
            sta COLUP1          ; 3   @56
            dey                 ; 2   @58
            bpl EvenLine        ; 3/2 @61/@60
            SAME_PAGE EvenLine
            lda rank            ; 3   @63
            bmi .bottom         ; 2/3 @65/@66
            jmp RankPair        ; 3   @68
.bottom
            ldx #FOOT_LINES+1
.foot       sta WSYNC
            dex
            bne .foot
            stx PF1
            stx PF2
Return      rts

;--- OddEdge: draws lines of an odd rank without pieces ---------------------------------
; In   Y = number of lines, at least 2  Out  X = ODD_PF1 (for OddLine), Y = 0
; Enter  @5 or @8 of the first line; returns @43 of the last
OddEdge     SUBROUTINE          ; cycles: in a later line / in the first, entered @5 / entered @8
            ldx #ODD_PF1        ; 2   @7/@10
.line       stx PF0             ; 3   @6/@10/@13     before @22; clears PF0, since X is below 16
            stx PF1             ; 3   @9/@13/@16     before @27
            lda #ODD_PF2        ; 2   @11/@15/@18    = ODD_PF01
            sta PF2             ; 3   @14/@18/@21    before @38
            jsr Return          ; 12  @26/@30/@33
            sta PF0             ; 3   @29/@33/@36    limits: see OddLine
            sta PF1             ; 3   @32/@36/@39
            dey                 ; 2   @34/@38/@41
            beq .done           ; 2/3 @36/@40/@43/@37
            sta WSYNC           ; 3   @0
            bne .line           ; 3   @3      always
.done       rts                 ; 6   @43

;--- PrepareRank: finds the shapes and colors of the next rank --------------------------
; In   rank, dl, left, showColor        Out  shapePtr, pieceColor; rank is one less
; Clobbers  A, X, Y                     219 cycles with the rts
PrepareRank SUBROUTINE
            lda rank            ; 3
            ldx #6              ; 2         the rank's dark squares from right to left
.slot       pha                 ; 3
            eor left            ; 3
            tay                 ; 2
            lda dl,y            ; 4
            tay                 ; 2
            lda ShapeLow,y      ; 4
            sta shapePtr,x      ; 4
            lda #>ShapeMan      ; 2
            sta shapePtr+1,x    ; 4
            lda showColor,y     ; 4
            sta pieceColor,x    ; 4
            pla                 ; 4
            clc                 ; 2
            adc #8              ; 2
            dex                 ; 2
            dex                 ; 2
            bpl .slot           ; 3/2       51 for each square
            dec rank            ; 5
            rts                 ; 6
            BUDGET_SINCE "kernel.asm", ShowPicture
