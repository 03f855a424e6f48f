        seg bank1
        org $2000
        rorg $f000
Music   SUBROUTINE
        ldx #4
.note   dex
        bne .note
        rts
        org $2ffc
        rorg $fffc
        .word Start, Start
