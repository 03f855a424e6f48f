; Shows the results of LAX, SAX, DCP, ISB, SLO, RLA, SRE, RRA, ANC, ASR, ARR and SBX as playfield
; bits (6502 vectors).

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        rts

Body    SUBROUTINE
        MAC SHOW
          sta WSYNC
          sta PF1
        ENDM
        lda #$C5
        sta $80
        lax $80
        txa
        SHOW
        ldx #$3C
        lda #$F0
        sax $81
        lda $81
        SHOW
        lda #$10
        dcp $81
        lda $81
        SHOW
        sec
        lda #$70
        isb $81
        SHOW
        lda #$01
        slo $80
        SHOW
        lda #$FF
        rla $80
        SHOW
        lda #$5A
        sre $80
        SHOW
        clc
        lda #$11
        rra $80
        SHOW
        lda #$AA
        anc #$F0
        SHOW
        lda #$77
        asr #$3E
        SHOW
        sec
        lda #$D3
        arr #$5F
        SHOW
        lda #$7F
        ldx #$F8
        sbx #$11
        txa
        SHOW
        lda #0
        SHOW
        rts

        VECTORS
