; HMOVE in cycles 20 to 53 of a line, HMxx = +7, 0 and -8: the motion and where the comb
; appears (console report: Mott's table; 74 is left out, a race).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$42
        sta COLUP0
        lda #$84
        sta COLUP1
        lda #$C6
        sta COLUPF
        lda #$FF
        sta GRP0
        sta GRP1
        lda #2
        sta ENABL
        lda #$70
        sta HMP0
        lda #$80
        sta HMBL
        sta WSYNC
        SLEEP 40
        sta RESP0
        SLEEP 4
        sta RESP1
        SLEEP 4
        sta RESBL
        rts

Body    SUBROUTINE
count  SET 20
        REPEAT 34
          IF count != 3
            STORE_AT HMOVE, count
            sta WSYNC
            sta WSYNC
            lda #0
            SLEEP 39
            sta RESP0
            SLEEP 4
            sta RESP1
            SLEEP 4
            sta RESBL
            sta WSYNC
          ENDIF
count  SET count + 1
        REPEND
        rts

        VECTORS
