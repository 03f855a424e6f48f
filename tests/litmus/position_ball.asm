; RESBL in every cycle from 3 to 75 of a line: the position of the object on the next line. During
; HBLANK a player lands on pixel 3, missile and ball on 2 (console report).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        sta COLUPF
        lda #2
        sta ENABL
        rts

Body    SUBROUTINE
count  SET 4
        REPEAT 72
          STORE_AT RESBL, count
          sta WSYNC
count  SET count + 1
        REPEND
        rts

        VECTORS
