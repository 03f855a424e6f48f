; exit 0
; binary 5555343434123412dddddddd1234
; DS.S reserves bytes, unlike DC.S, which writes swapped words.
        processor 6502
        org 0
        ds 1,$55
        ds.s 1,$1255
        ds.s 2,$1234
        ds.b 1,$1234
        byte $12
        ds.w 1,$1234
        ds.l 1,$dddddddd
        dc.s $1234
