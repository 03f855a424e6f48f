; bytes above $7f in the source; the byte $80 is a blank
; exit 0
; binary 20e9ff2061e9200102eaa9e9ea
 processor 6502
 org $1000
 .byte "€éÿ a",'é
 .byte "€"
 .byte 1€,2
lé€x nop
 lda #"é"
; é€ comment
 nop ; €
