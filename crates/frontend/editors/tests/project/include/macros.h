; Waits for some scanlines.
; {1} = number of scanlines
        MAC WAIT
        ldx #{1}
.line   sta WSYNC
        dex
        bne .line
        ENDM

; Stores a constant: {1} = value, {2} = address
        MAC STORE
        lda #{1}
        sta {2}
        ENDM

; Calls a routine of the other bank: {1} = routine
        MAC CALL_BANK1
        lda #>({1}-1)
        pha
        lda #<({1}-1)
        pha
        bit $1FF9
        ENDM
