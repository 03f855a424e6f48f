; Macros that 2600 programmers expect. Include vcs.h first, because they use its register names.

; SLEEP cycles: spends that many cycles, 2 or more. Keeps A, X and Y; with NO_ILLEGAL_OPCODES an odd
; number changes N, V and Z.
    MAC SLEEP
.CYCLES SET {1}
    IF .CYCLES < 2
        ECHO "SLEEP takes at least 2 cycles"
        ERR
    ENDIF
    IF .CYCLES & 1
        IFNCONST NO_ILLEGAL_OPCODES
            nop 0
        ELSE
            bit VSYNC
        ENDIF
.CYCLES SET .CYCLES - 3
    ENDIF
    REPEAT .CYCLES / 2
        nop
    REPEND
    ENDM

; VERTICAL_SYNC: three lines of vertical sync. Changes A.
    MAC VERTICAL_SYNC
    lda #%1110          ; D1 is 1 for three lines, then 0
.LINE
    sta WSYNC
    sta VSYNC
    lsr
    bne .LINE
    ENDM

; CLEAN_START: clears RAM, the TIA, A, X and Y; the stack begins at $FF.
    MAC CLEAN_START
    sei
    cld
    ldx #0
    txa
    tay
.CLEAR
    dex
    txs
    pha
    bne .CLEAR
    ENDM

; SET_POINTER pointer, address: puts an address into two bytes of RAM. Changes A.
    MAC SET_POINTER
    lda #<{2}
    sta {1}
    lda #>{2}
    sta {1} + 1
    ENDM
