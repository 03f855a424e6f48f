;===============================================================================
; The kernel draws the picture: a band with the dice and numbers, the board, a band of words.
;
; The board is turned on its side: each of its twelve rows has two wedges, whose tips meet in the
; middle. White's men move up on the right, across to the left, and down; Black's men move the
; other way. Between the halves of the board, a row shows the shambles: the captured men. A row
; below the board shows the men that have been removed.
;
; In a row, player 0 shows the left wedge's men: 1..3 copies, 16 clocks apart, from clock 24 on.
; Player 1 shows the right wedge's men, always as three copies, from clock 96 on. As these men pile
; up from the right edge, some copies may be blank: GRP1 changes between the copies. If a wedge has
; more than three men, the outermost man shows their number. The mirrored playfield shows the
; wedges. COLUPF changes in the middle, because one wedge may be lit and the other not. The writes
; take all 76 cycles of a line, so the loop has no WSYNC.
;
; In a band of text, the copies of the two players alternate: six columns of eight dots, from clock
; 57 on. Vertical delay holds back the next two shapes. This loop has no WSYNC, either.
;
; "@n": n cycles of the line have passed when the instruction ends. GRPx changes at clock 3n - 67.
; "after clock 32 (@33.3), before 40 (@36)": the instruction must end between these two times.
;===============================================================================
THREE_CLOSE     = 3         ; NUSIZx: three copies 16 clocks apart; as VDELPx: delay on
MIRRORED        = %00000001 ; CTRLPF
BALL_4          = %00100000 ; CTRLPF: ball 4 clocks wide

;--- Rows: draws rows until an entry of Wedges is negative, then a black line ----------
; In     A = color of the background; row = index before the first row
; Enter  anywhere in the previous line; returns early in the black line
; Lines  ROW_LINES for each row, then one line without men and one black line
; Clobbers  A, X, Y
            SUBROUTINE
.done       ldx #0
            sta WSYNC
            stx COLUBK
            stx GRP0
            stx GRP1
            stx PF1
            stx PF2
            rts
Rows        eor blink
            sta WSYNC
            sta COLUBK          ; 3   @3
;--- prepare a row during two lines, 152 cycles; second column: cycles so far
NextRow     inc row             ; 5
            ldy row             ; 3         8
            lda #0              ; 2
            sta GRP1            ; 3         13
            ldx Wedges,y        ; 4
            bmi .done           ; 2         19   the left wedge:
            lda board,x         ; 4
            and #CURSOR|MARKED  ; 2
            lsr                 ; 2
            lsr                 ; 2              C=0
            adc (wedgePtr),y    ; 5         34   brighter: by 4 if marked, by 8 under the cursor
            sta leftColor       ; 3
            lda board,x         ; 4
            cmp #THEIRS         ; 2
            and #MEN            ; 2
            tax                 ; 2
            lda menColor        ; 3
            bcc .left           ; 2/3
            lda theirColor      ; 3
.left       sta COLUP0          ; 3         58
            lda Copies,x        ; 4
            sta NUSIZ0          ; 3
            lda ShapeLow,x      ; 4
            sta outerLeft       ; 3         72
            ldx Wedges+ROWS,y   ; 4              the right wedge:
            lda board,x         ; 4
            and #CURSOR|MARKED  ; 2
            lsr                 ; 2
            lsr                 ; 2
            adc (wedgePtr),y    ; 5
            sta rightColor      ; 3         94
            lda board,x         ; 4
            cmp #THEIRS         ; 2
            and #MEN            ; 2
            tax                 ; 2
            lda menColor        ; 3
            bcc .right          ; 2/3
            lda theirColor      ; 3
.right      sta COLUP1          ; 3         115
            lda ShapeLow,x      ; 4
            sta outerRight      ; 3
            lda FromTwo,x       ; 4
            sta middleRight     ; 3
            lda FromThree,x     ; 4
            sta innerRight      ; 3         136
            ldy #ROW_LINES-2    ; 2
            lda (outerLeft),y   ; 5
            sta GRP0            ; 3         146
            sta WSYNC           ; 3         149
RowLine     lda leftColor       ; 3   @3
            sta COLUPF          ; 3   @6      before clock 16 (@28)
            lda WedgePF1-1,y      ; 4   @10
            sta PF1             ; 3   @13
            lda WedgePF2-1,y      ; 4   @17
            sta PF2             ; 3   @20
            lda (innerRight),y  ; 5   @25
            sta GRP1            ; 3   @28     before clock 96 (@54)
            lda Disc-1,y        ; 4   @32
            sta GRP0            ; 3   @35     after clock 32 (@33.3), before 40 (@36)
            lda (middleRight),y ; 5   @40
            tax                 ; 2   @42
            lda rightColor      ; 3   @45
            sta COLUPF          ; 3   @48     between the tips: after 72 (@46.7), before 88 (@52)
            lda (outerRight),y  ; 5   @53
            nop                 ; 2   @55
            stx GRP1            ; 3   @58     after clock 104 (@57.3), before 112 (@60)
            dey                 ; 2   @60
            sta GRP1            ; 3   @63     after clock 120 (@62.7), before 128 (@65.3)
            lda (outerLeft),y   ; 5   @68     for the next line (0 after the last line)
            sta GRP0            ; 3   @71     after clock 64 (@44)
            tya                 ; 2   @73
            bne RowLine         ; 3/2 @76/@75
            SAME_PAGE RowLine
            jmp NextRow         ; 3   @78

;--- Band: draws six columns of text ---------------------------------------------------
; In     bandPtr; A = color of the text; X = color of its background; Y = the index from Palette
; Enter  anywhere in a black line; returns near the start of a black line
; Lines  two black, one with only the background, BAND_LINES of text, one with only background
; Clobbers  A, X, Y
Band        SUBROUTINE
            sta WSYNC
            sta COLUP0          ; 3   @3
            sta COLUP1          ; 3   @6
            lda #THREE_CLOSE    ; 2   @8
            sta NUSIZ0          ; 3   @11
            sta NUSIZ1          ; 3   @14
            sta VDELP0          ; 3   @17
            sta VDELP1          ; 3   @20
            lda #$10            ; 2   @22     one clock to the left
            sta HMP1            ; 3   @25
            lda #BAND_LINES     ; 2   @27
            sta line            ; 3   @30
            SLEEP 7             ;     @37
            sta RESP0           ; 3   @40     clock 57
            sta RESP1           ; 3   @43     clock 66
            sta WSYNC
            sta HMOVE           ; 3   @3      moves player 1 to 65
            sta WSYNC
            stx COLUBK          ; 3   @3
            lda BallColor,y     ; 4   @7
            sta COLUPF          ; 3   @10
            ldx #8              ; 2   @12
BandWait    dex                 ; 2
            bne BandWait        ; 3/2 @51
            SAME_PAGE BandWait
            SLEEP 6             ;     @57     start of the loop, which takes 76 cycles
BandLine    dec line            ; 5   @62
            bmi .done           ; 2   @64
            lda line            ; 3   @67
            lsr                 ; 2   @69     two lines for each row of dots
            tay                 ; 2   @71
            lda (bandPtr),y     ; 5   @0
            sta GRP0            ; 3   @3
            lda (bandPtr+2),y   ; 5   @8
            sta GRP1            ; 3   @11     shows column 0
            lda (bandPtr+4),y   ; 5   @16
            sta GRP0            ; 3   @19     shows column 1
            lda (bandPtr+10),y  ; 5   @24
            sta column          ; 3   @27
            lda (bandPtr+8),y   ; 5   @32
            tax                 ; 2   @34
            lda (bandPtr+6),y   ; 5   @39
            ldy column          ; 3   @42
            sta GRP1            ; 3   @45     shows column 2: after clock 65 (@44.3), before 73
            stx GRP0            ; 3   @48     shows column 3: after clock 73 (@47), before 81
            sty GRP1            ; 3   @51     shows column 4: after clock 81 (@49.7), before 89
            sta GRP0            ; 3   @54     shows column 5: after clock 89 (@52.3), before 97
            jmp BandLine        ; 3   @57
.done       lda #0              ; 2   @66
            sta GRP0            ; 3   @69
            sta GRP1            ; 3   @72
            sta GRP0            ; 3   @75
            sta WSYNC           ;             the line ends; one more with only background
            sta WSYNC
            sta COLUBK
            sta VDELP0
            sta VDELP1
            sta ENABL
            rts

;--- ShowPicture: draws the whole picture ----------------------------------------
; In     bandPtr for the upper band; the ball's position and HMBL
; Enter  anywhere in a black line; leaves early in a black line
; Clobbers  A, X, Y                     FrameService jumps here; no jsr, no rts, to save stack space
ShowPicture SUBROUTINE
            jsr Palette
            jsr BandColors
            jsr Band
            ldx side
            lda MenColors,x
            sta menColor
            lda MenColors+1,x
            sta theirColor
            lda FirstRow,x
            sta row
            jsr Palette
            lda WedgesPtr,y
            ldx side
            beq .colors
            sbc #ROWS               ; C=1: Black's rows begin at ROWS
.colors     sta wedgePtr
            lda #>RowColors
            sta wedgePtr+1
            lda #>Shapes
            sta outerLeft+1
            sta innerRight+1
            sta middleRight+1
            sta outerRight+1
            sta WSYNC
            lda #MIRRORED       ; 2   @2
            sta CTRLPF          ; 3   @5
            ldx #4              ; 2   @7
LeftWait    dex                 ; 2
            bne LeftWait        ; 3/2 @26
            SAME_PAGE LeftWait
            sta RESP0           ; 3   @29     clock 24
            ldx #4              ; 2   @31
RightWait   dex                 ; 2
            bne RightWait       ; 3/2 @50
            SAME_PAGE RightWait
            sta RESP1           ; 3   @53     clock 96
            jsr Palette
            lda #THREE_CLOSE
            sta NUSIZ1
            lda BoardColor,y
            jsr Rows
            jsr Palette
            lda BarColor,y
            jsr Rows
            jsr Palette
            lda BoardColor,y
            jsr Rows
            jsr Palette
            lda BarColor,y
            jsr Rows
            jmp Words
WordsDone   jsr Palette
            jsr BandColors
            jsr Band
            jmp PictureDone

;--- BandColors: returns the colors of a band of text ---------------------------------
; In   Y = the index from Palette       Out  A = text color, X = background color
BandColors  ldx side
            lda MenColors,x
            ldx HeaderColor,y
            rts

;--- Palette: reads the color switch --------------------------------------------------
; Out  Y = 0: color, Y = 1: black-and-white; C=1        Clobbers  A
Palette     SUBROUTINE
            ldy #0
            lda SWCHB
            and #COLOR_SWITCH
            cmp #COLOR_SWITCH
            bcs .color
            iny
            sec
.color      rts
            BUDGET_SINCE "kernel.asm", Rows
