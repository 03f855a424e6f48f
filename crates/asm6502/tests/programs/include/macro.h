; The usual macros, written for these tests.
VERSION_MACRO = 107

            MAC SLEEP            ;usage: SLEEP n (n>1)
.CYCLES     SET {1}

                IF .CYCLES < 2
                    ECHO "MACRO ERROR: 'SLEEP': Duration must be > 1"
                    ERR
                ENDIF

                IF .CYCLES & 1
                    IFNCONST NO_ILLEGAL_OPCODES
                        nop 0
                    ELSE
                        bit VSYNC
                    ENDIF
.CYCLES             SET .CYCLES - 3
                ENDIF

                REPEAT .CYCLES / 2
                    nop
                REPEND
            ENDM

                MAC VERTICAL_SYNC
                lda #%1110          ; each '1' bit makes a line with VSYNC on (bits 1..3)
.VSLP1          sta WSYNC           ; 1st '0' bit turns VSYNC off, 2nd '0' bit ends the loop
                sta VSYNC
                lsr
                bne .VSLP1          ; branch until VSYNC is off
            ENDM

            MAC CLEAN_START
                sei
                cld

            IFNCONST NO_ILLEGAL_OPCODES
                lxa #0
                tay
            ELSE
                ldx #0
                txa
                tay
            ENDIF
.CLEAR_STACK    dex
                txs
                pha
                bne .CLEAR_STACK     ; SP=$FF, X = A = Y = 0
            ENDM

            MAC SET_POINTER
.POINTER    SET {1}
.ADDRESS    SET {2}

                LDA #<.ADDRESS  ; low byte of the address
                STA .POINTER    ; Store in pointer
                LDA #>.ADDRESS  ; high byte of the address
                STA .POINTER+1  ; Store in pointer+1
            ENDM

            MAC BOUNDARY
.FREE_BYTES SET 0
                REPEAT 256
                    IF <. % {1} = 0
                        MEXIT
                    ELSE
.FREE_BYTES SET .FREE_BYTES + 1
                        .byte $00
                    ENDIF
                REPEND
            ENDM

            MAC CHECK_PAGE          ; first, last
                LIST OFF
                IF (>{1}) != (>{2})
                    ECHO ""
                    ECHO "Page crossed:", {1}, {2}
                    ERR
                ENDIF
                LIST ON
            ENDM

            MAC BYTE_COUNT
.start      SET {1}
                ECHO {2},"free",[{3}-.start]d
            ENDM
