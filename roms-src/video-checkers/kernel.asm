;===============================================================================
; The kernel: header and board, line by line.
;
; The board. A square is 16 color clocks wide and RANK_LINES high; file 0 begins at
; clock 24. Then the middle of the screen is the middle of file 3, and a mirrored
; playfield has files 0..6 right by itself, both for a rank whose dark squares are the
; files 0, 2, 4, 6 ("even") and for one with 1, 3, 5, 7 ("odd"). Only file 7 has no
; mirror image: on odd ranks it is switched on in the right half of each line, and off
; again before the left half of the next.
;
; The pieces. Each player shows two copies 64 clocks apart: player 0 the first and third
; dark square of a rank, player 1 the second and fourth. Between its copies each gets
; another shape and another color. That leaves not one cycle free on a line of an odd
; rank, so these lines do without WSYNC: the loop takes 76 cycles exactly.
;
; Between two ranks of pieces both players move by one file. HMOVE at the usual place
; would leave a black comb at the left edge; at cycle 73 it does not, and moves by
; 8 less (HMxx = $80: nothing, $90: one clock to the left, $A0: two ...).
;
; Cycles: "@n" = n cycles of the line are over when the instruction ends, so a write
; shows from color clock 3n - 68 on (playfield: two, player shapes: one clock later).
; Pieces begin at clock   even ranks   28, 60, 92, 124     odd ranks   44, 76, 108, 140
; which is cycle                       32, 42.7, 53.3, 64              37.3, 48, 58.7, 69.3
;===============================================================================
TWO_WIDE        = %00000100 ; NUSIZx: two copies, 64 clocks apart
DOUBLE_SIZE     = %00000101 ;         one, twice as wide
MIRRORED        = %00000001 ; CTRLPF

EVEN_PF1        = %00111100 ; clocks 16..47: file 0
EVEN_PF2        = %00111100 ; clocks 48..79: file 2;  mirrored: files 4, 6
ODD_PF1         = %00000011 ;                first half of file 1; mirrored: of 5
ODD_PF2         = %11000011 ;                its other half, first of file 3; mirrored: 3, 5
ODD_PF01        = %11000011 ; both PF0 and PF1 in the right half: file 7 as well

;--- ShowPicture: header and board ------------------------------------------------------
; In   dl, header, playersPtr, shapeColor, colorDark; players and colors of the header
; Enter  in the first line of the picture; leaves in the line after the board
; Clobbers  A, X, Y
ShowPicture SUBROUTINE
            ldx #2*GLYPH_ROWS-1
HeaderLine
            sta WSYNC           ; 3   @0
            txa                 ; 2   @2
            lsr                 ; 2   @4
            tay                 ; 2   @6      two lines a row
            lda headerGame,y    ; 4   @10
            sta PF1             ; 3   @13     clocks 16..47: before @27
            lda headerFrom,y    ; 4   @17
            sta GRP0            ; 3   @20
            lda headerTo,y      ; 4   @24
            sta GRP1            ; 3   @27
            lda #0              ; 2   @29
            sta PF2             ; 3   @32     clocks 48..79: before @38
            lda (playersPtr),y  ; 5   @37     in the right half the lowest bit is leftmost:
            and #%00001111      ; 2   @39     a 2 is a 5 in the mirror
            ldy #0              ; 2   @41
            sty PF1             ; 3   @44     right half: clocks 96..127
            nop                 ; 2   @46
            nop                 ; 2   @48
            sta PF2             ; 3   @51     right half: clocks 128..159
            dex                 ; 2   @53
            bpl HeaderLine      ; 3/2 @56/@55
            SAME_PAGE HeaderLine
            sta WSYNC           ; 3   @0
            sty PF2             ; 3   @3      Y = 0
            sty GRP0            ; 3   @6
            sty GRP1            ; 3   @9
            sty rank            ; 3   @12
            ldx #MIRRORED       ; 2   @14
            stx CTRLPF          ; 3   @17
            ldx #TWO_WIDE       ; 2   @19
            stx NUSIZ0          ; 3   @22
            stx NUSIZ1          ; 3   @25
            lda colorDark       ; 3   @28
            sta COLUPF          ; 3   @31
            lda #>Shapes        ; 2   @33
            sta shapePtr+1      ; 3   @36
            sta shapePtr+3      ; 3   @39
            sta shapePtr+5      ; 3   @42
            sta shapePtr+7      ; 3   @45
                                ;             and fall into RankPair

;--- RankPair: an odd rank and the even one below it --------------------------------------
; First the lines between it and the even rank above (or the header).
RankPair
            sta WSYNC           ; 3   @0
            lda #0              ; 2   @2
            sta GRP0            ; 3   @5
            sta GRP1            ; 3   @8
            lda #$90            ; 2   @10     one clock left
            sta HMP0            ; 3   @13
            lda #$A0            ; 2   @15     two
            sta HMP1            ; 3   @18
            jsr Return          ; 12  @30
            bit phase           ; 3   @33
            sta RESP0           ; 3   @36     clock 45
            nop                 ; 2   @38
            nop                 ; 2   @40
            nop                 ; 2   @42
            nop                 ; 2   @44
            sta RESP1           ; 3   @47     clock 78
            jsr Return          ; 12  @59
            bit phase           ; 3   @62
            nop                 ; 2   @64
            nop                 ; 2   @66
            nop                 ; 2   @68
            nop                 ; 2   @70
            sta HMOVE           ; 3   @73     and it shall be 44 and 76
            jsr PrepareRank     ; 6   @3      ... 86 cycles, to @13
            sta WSYNC           ;             of the second line
            sta WSYNC           ; 3   @0      fourth line over: the odd rank begins
            jsr OddEdge         ; 6   @6      three lines
            sta WSYNC           ; 3   @0      one more, to step into the loop in its rhythm
            stx PF0             ; 3   @3
            stx PF1             ; 3   @6
            ldy #9              ; 2   @8
WaitOdd     dey                 ; 2
            bne WaitOdd         ; 3/2 @52     9 * 5 - 1
            SAME_PAGE WaitOdd
            bit phase           ; 3   @55
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
            lda pieceColor+1    ; 3   @28
            sta COLUP1          ; 3   @31
            lda (shapePtr+4),y  ; 5   @36
            sta.w GRP0          ; 4   @40     after @40, the first copy's end; before @58.7
            lda pieceColor+2    ; 3   @43
            sta COLUP0          ; 3   @46
            lda (shapePtr+6),y  ; 5   @51
            sta GRP1            ; 3   @54     after @50.7, before @69.3
            lda pieceColor+3    ; 3   @57
            sta COLUP1          ; 3   @60
EnterOdd    lda #ODD_PF01       ; 2   @62
            sta PF1             ; 3   @65     after clock 24 (@30.7), before 136 (@67.3)
            sta PF0             ; 3   @68     after clock 16 (@28), before 144 (@70)
            dey                 ; 2   @70
            stx PF1             ; 3   @73     after clock 144 (@70), before 16
            bpl OddLine         ; 3/2 @76/@75
            SAME_PAGE OddLine
            ; the lines between the odd rank and the even one below it
            stx PF0             ; 3   @2
            lda #0              ; 2   @4
            sta GRP0            ; 3   @7
            sta GRP1            ; 3   @10
            lda #$A0            ; 2   @12     two clocks left
            sta HMP0            ; 3   @15
            lda #$B0            ; 2   @17     three
            sta HMP1            ; 3   @20
            nop                 ; 2   @22
            nop                 ; 2   @24
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
            sta HMOVE           ; 3   @73     and it shall be 28 and 60
            jsr OddEdge         ; 6   @3      three lines
            sta WSYNC           ; 3   @0      fourth line over: the even rank begins
            lda #0              ; 2   @2
            sta PF0             ; 3   @5
            lda #EVEN_PF1       ; 2   @7
            sta PF1             ; 3   @10
            sta PF2             ; 3   @13     the same bits
            jsr PrepareRank     ; 6   @19     ... 86 cycles, to @29
            sta WSYNC           ;             of the second line
            sta WSYNC           ;             the third
            ldy #SHAPE_LINES-1
EvenLine
            sta WSYNC           ; 3   @0
            lda (shapePtr),y    ; 5   @5
            sta GRP0            ; 3   @8      before @32
            lda pieceColor      ; 3   @11
            sta COLUP0          ; 3   @14
            lda (shapePtr+2),y  ; 5   @19
            sta GRP1            ; 3   @22     before @42.7
            lda pieceColor+1    ; 3   @25
            sta COLUP1          ; 3   @28
            lda (shapePtr+4),y  ; 5   @33
            sta GRP0            ; 3   @36     after @34.7, the first copy's end; before @53.3
            lda pieceColor+2    ; 3   @39
            sta COLUP0          ; 3   @42
            lda (shapePtr+6),y  ; 5   @47
            sta GRP1            ; 3   @50     after @45.3, before @64
            lda pieceColor+3    ; 3   @53
            sta COLUP1          ; 3   @56
            dey                 ; 2   @58
            bpl EvenLine        ; 3/2 @61/@60
            SAME_PAGE EvenLine
            lda rank            ; 3   @63
            cmp #8              ; 2   @65
            bcs .bottom         ; 2/3 @67
            jmp RankPair        ; 3   @70
.bottom
            ldx #EDGE_LINES+1
            lda #0
.edge       sta WSYNC
            sta GRP0
            sta GRP1
            dex
            bne .edge
            sta PF1
            sta PF2
Return      rts

;--- OddEdge: three lines of an odd rank without pieces --------------------------------
; Enter  @3 or @6 of the first; leaves @53 of the third
; Out  X = ODD_PF1 (for OddLine), Y = 0
OddEdge     SUBROUTINE
            ldx #ODD_PF1        ; 2   @8      counted for entry @6
            ldy #EDGE_LINES-1   ; 2   @10
.line       stx PF0             ; 3   @13     before @22: its high half is 0, as it must be
            stx PF1             ; 3   @16     before @27
            lda #ODD_PF2        ; 2   @18     = ODD_PF01
            sta PF2             ; 3   @21     before @38
            jsr Return          ; 12  @33
            sta PF0             ; 3   @36     limits: see OddLine
            sta PF1             ; 3   @39
            dey                 ; 2   @41
            beq .done           ; 2/3 @43
            sta WSYNC           ; 3   @0
            bne .line           ; 3   @3      always; all is 7 earlier here: PF1 last @32
.done       rts                 ; 6   @50

;--- PrepareRank: shapes and colors of the next rank --------------------------------------
; In   rank, dl, shapeColor             Out  shapePtr, pieceColor, rank + 1
; Clobbers  A, X, Y                     86 cycles with the rts
PrepareRank SUBROUTINE
            ldx rank            ; 3
.slot       SET 0
            REPEAT 4            ;         dark squares from left to right
            ldy dl+8*.slot,x    ; 4
            lda ShapeLow,y      ; 4
            sta shapePtr+2*.slot ; 3
            lda shapeColor-1,y  ; 4       (nothing shows of an empty square)
            sta pieceColor+.slot ; 3
.slot       SET .slot+1
            REPEND              ;         4 * 18
            inc rank            ; 5
            rts                 ; 6
            BUDGET_SINCE "kernel.asm", ShowPicture
