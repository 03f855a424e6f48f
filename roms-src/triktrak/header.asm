;===============================================================================
; Prepares the six columns of text in each band.
;===============================================================================
BALL_START      = 57+16+4+15 ; puts the ball on the first number of the throw

;--- Header: prepares the upper band: the title, or the dice, the numbers and the ball ----
; Out  bandPtr; ball enabled at the next number, or off     Clobbers  A, X, Y
Header      SUBROUTINE
            ldx nums
            beq .title
            ldy #0
            lda TimesSeven,x
            jsr .column
            lda count
            cmp #4
            beq .double             ; both dice alike
            ldx nums+1
.double
            lda TimesSeven,x
            jsr .column
            lda #0
.pair       sta column
            jsr NumberColumn
            jsr .column
            inc column
            lda column
            cmp #4
            bne .pair
            lda #0                  ; makes the ball black, and so invisible, above the band
            sta COLUPF
            lda at                  ; each number played moves the ball 8 clocks (if count = 2) or 4
            cmp count
            bcs .done
            asl
            asl
            ldx count
            cpx #3
            bcs .ball
            asl
            adc #4                  ; C=0
            sec
.ball       adc #BALL_START-1       ; C=1
            ldx #%00100000          ; four clocks wide
            stx CTRLPF
            ldx #%00000010
            stx ENABL
            sec
            sta WSYNC
BallWait    sbc #15             ; 2
            bcs BallWait        ; 3/2
            SAME_PAGE BallWait
            eor #7
            asl
            asl
            asl
            asl
            sta RESBL
            sta HMBL
.done       jmp HeaderDone
.title      lda #W_TRIK
            jsr WordColumns         ; X = 0
            lda #W_TRAK
            ldx #6
            jsr WordColumns
            jmp HeaderDone
.column     sta bandPtr,y
            lda #>Glyphs
            sta bandPtr+1,y
            iny
            iny
            rts

;--- Words: prepares the text below the board -------------------------------------------
; Out  bandPtr                          Clobbers  A, X, Y
Words       ldx #0
            lda msgLeft
            jsr WordColumns
            lda #W_BLANK
            ldx #6
            ldy msgRight
            bpl .word
            jsr WordColumns
            lda msgRight
            and #%00000111
            tax
            lda TimesSeven,x
            adc #RIGHT              ; C=0
            sta bandPtr+6
            lda #>Glyphs
            sta bandPtr+7
            jmp WordsDone
.word       tya
            jsr WordColumns
            jmp WordsDone

;--- WordColumns: sets three pointers in bandPtr to the columns of a word ---------------
; In   A = word, X = offset of the first column in bandPtr
; Out  C=0                              Clobbers  A, Y
WordColumns tay
            lda WordHigh,y
            sta bandPtr+1,x
            sta bandPtr+3,x
            sta bandPtr+5,x
            lda WordLow,y
            sta bandPtr,x
            clc
            adc #7
            sta bandPtr+2,x
            adc #7
            sta bandPtr+4,x
            rts

;--- NumberColumn: finds the glyph that shows a column's unplayed numbers: two, one or none --
; In   A = column, 0..3                Out  A = low byte of the glyph
; Clobbers  X               If count = 2, a column has one number, otherwise two equal ones.
NumberColumn SUBROUTINE
            ldx count
            cpx #3
            bcs .pairs
            cmp count
            bcs .none
            cmp at
            tax
            bcs .one
.none       lda #0
            rts
.pairs      tax
            asl
            cmp count
            bcs .none
            cmp at
            bcs .both
            adc #1                  ; C=0
            cmp at
            bcc .none
.one        lda nums,x
            tax
            lda TimesSeven,x
            clc
            adc #RIGHT
            rts
.both       lda nums,x
            tax
            lda TimesSeven,x
            adc #PAIR-1             ; C=1
            rts
            BUDGET_SINCE "header.asm", Header
