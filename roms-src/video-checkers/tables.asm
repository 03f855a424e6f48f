;===============================================================================
; Tables of rules and search: one page, so that no index crosses a page.
;===============================================================================
TablesPage
            IF <TablesPage
              ECHO "the tables must begin a page"
              ERR
            ENDIF
;--- Neighbors: the square one step up the board; $80 if there is none -------------------
; A square is 8 * column + row; a column is two files. Index: the square for a step to the lower
; file, the square + 8 for a step to the higher file. The two kinds of steps share entries, because
; a step to the higher file from column c ends where a step to the lower file from the same row of
; column c+1 does. A step down is a step up seen from the other end of the board: see Trace.
Neighbors
            dc.b $01,$80,$03,$80,$05,$80,$07,$80   ; lower file from column 0
            dc.b $09,$02,$0B,$04,$0D,$06,$0F,$80   ; lower file from column 1, higher from 0
            dc.b $11,$0A,$13,$0C,$15,$0E,$17,$80   ; lower file from column 2, higher from 1
            dc.b $19,$12,$1B,$14,$1D,$16,$1F,$80   ; lower file from column 3, higher from 2
            dc.b $80,$1A,$80,$1C,$80,$1E,$80,$80   ; higher file from column 3

;--- Places: square, as seen by the piece's owner -> %ggggmmmm ---------------------------
; m: in checkers, the value of a man on the square, in sixteenths of a man. Men are never in row
; 7; Toggle computes the value for kings. g: the cost of a man or a king in giveaway, at most 10,
; so that twelve pieces cost no more than 127.
; Row 0 (own home) comes first in each column.
Places
            dc.b 9<<4|15, 10<<4|8, 5<<4|4, 5<<4|5, 4<<4|3, 6<<4|5, 6<<4|12, 6<<4|0
            dc.b 8<<4|15, 7<<4|8, 3<<4|7, 5<<4|4, 3<<4|6, 7<<4|9, 4<<4|14, 10<<4|0
            dc.b 6<<4|15, 9<<4|10, 3<<4|5, 5<<4|6, 10<<4|5, 8<<4|8, 5<<4|15, 7<<4|0
            dc.b 8<<4|4, 6<<4|4, 7<<4|5, 6<<4|2, 6<<4|5, 10<<4|6, 10<<4|4, 7<<4|0
;--- OwnKing: checks whether the side to move has kings  Out  Z=0: yes  Clobbers  A, X ---
OwnKing     SUBROUTINE
            ldx turn
            lda kings
            and black,x
            bne .yes
            lda kings+1
            and black+1,x
            bne .yes
            lda kings+2
            and black+2,x
            bne .yes
            lda kings+3
            and black+3,x
.yes        rts
;--- FirstRow: begins a search at the most advanced row        Out  A = code = START + row
FirstRow    SUBROUTINE
            lda #START
            bit flip            ; N = white
            bmi .white
            ora #7
.white      sta code
            rts
;--- EndTurn: gives the turn to the other side           Clobbers  A ---------------------
EndTurn     SUBROUTINE
            lda turn
            eor #4
            sta turn
            rts
;--- SquareBit: square -> its bit in the plane's byte ------------------------------------
RowBit                                      ; row -> bit
SquareBit
            REPEAT 4
            dc.b 1,2,4,8,16,32,64,128
            REPEND
SquareColumn                                ; square -> its column
            dc.b 0,0,0,0,0,0,0,0, 1,1,1,1,1,1,1,1, 2,2,2,2,2,2,2,2, 3,3,3,3,3,3,3,3
;--- Clock: level -> n: a search in giveaway takes at most n+1 units of 256 frames --------
; In checkers n is doubled first.
Clock       = * - 4                         ; (levels 1 to 3 read the end of SquareColumn: 3)
            dc.b 0, 1, 3, 5, 39, 63
            IF * > TablesPage + $100
              ECHO "the tables leave their page"
              ERR
            ENDIF
