; For each of the fifteen pairs of objects, the program makes the two objects overlap, and shows the
; eight collision registers as playfield bits.

        include "litmus.inc"

Setup   SUBROUTINE
        lda #$C6
        sta COLUPF
        lda #$42
        sta COLUP0
        lda #$84
        sta COLUP1
        rts

Body    SUBROUTINE
        ldx #5
.outer  stx $80
        txa
        tay
.inner  sty $81
        lda #0
        sta PF1
        sta PF2
        sta WSYNC
        sta GRP0
        sta GRP1
        sta ENAM0
        sta ENAM1
        sta ENABL
        SLEEP 16
        sta RESP0
        sta RESP1
        sta RESM0
        sta RESM1
        sta RESBL
        ldx $80
        jsr Enable
        ldx $81
        jsr Enable
        sta WSYNC
        sta CXCLR
        sta WSYNC
        lda CXM0P
        and #$C0
        sta $82
        lda CXM1P
        and #$C0
        lsr
        lsr
        ora $82
        sta $82
        lda CXP0FB
        and #$C0
        lsr
        lsr
        lsr
        lsr
        ora $82
        sta $82
        lda CXP1FB
        asl
        rol
        rol
        and #3
        ora $82
        pha
        lda CXM0FB
        and #$C0
        sta $82
        lda CXM1FB
        and #$C0
        lsr
        lsr
        ora $82
        sta $82
        lda CXBLPF
        and #$80
        lsr
        lsr
        lsr
        lsr
        ora $82
        sta $82
        lda CXPPMM
        asl
        rol
        rol
        and #3
        ora $82
        ldx #0
        stx GRP0
        stx GRP1
        stx ENAM0
        stx ENAM1
        stx ENABL
        sta WSYNC
        sta PF2
        pla
        sta PF1
        sta WSYNC
        ldy $81
        dey
        bmi .nextOuter
        jmp .inner
.nextOuter
        ldx $80
        dex
        bmi .done
        jmp .outer
.done   lda #0
        sta WSYNC
        sta PF1
        sta PF2
        rts

; Turns on the object with the number in X: 0 and 1 players, 2 and 3 missiles, 4 ball, 5 playfield.
Enable  SUBROUTINE
        lda EnableRegisters,x
        tay
        lda #$FF
        sta VSYNC,y
        rts
EnableRegisters .byte GRP0, GRP1, ENAM0, ENAM1, ENABL, PF2

        VECTORS
