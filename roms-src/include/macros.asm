;===============================================================================
; Macros for any cartridge. Include hardware.asm before this file.
;===============================================================================

;--- SLEEP {1}: lets {1} cycles pass (2 or more), and changes only flags -----------
            MAC SLEEP
.cycles       SET {1}
              IF .cycles < 2
                ECHO "SLEEP: at least 2 cycles"
                ERR
              ENDIF
              IF .cycles & 1
                bit $80         ; 3   a read of RAM: no side effects
.cycles         SET .cycles - 3
              ENDIF
              REPEAT .cycles / 2
                nop             ; 2
              REPEND
            ENDM

;--- VERTICAL_SYNC: three lines of vertical sync, entered anywhere in the previous line
; Leaves at cycle 5 ("@5") of the first line after the sync, with A = 0.
            MAC VERTICAL_SYNC
              lda #%00000010
              sta WSYNC
              sta VSYNC       ; 3   @3
              sta WSYNC
              sta WSYNC
              lsr             ; 2   A = 1, bit 1 clear: off
              sta WSYNC
              sta VSYNC       ; 3   @3
              lda #0
            ENDM

;--- CLEAN_START: sets the processor to a known state, clears RAM and TIA -----------
; Leaves A = X = 0, S = $FF, Y unchanged.
            MAC CLEAN_START
              sei
              cld
              ldx #0
              txa
.clear        dex
              txs             ; the stack walks down over RAM and TIA ($FF..$00)
              pha
              bne .clear      ; the Z flag is still from dex: txs and pha do not change it
            ENDM

;--- SAME_PAGE {1}: fails if the branch just above, to {1}, crosses a page (4 cycles, not 3)
            MAC SAME_PAGE
              IF (>{1}) != (>*)
                ECHO "page crossing: the branch to", {1}, "ends at", *
                ERR
              ENDIF
            ENDM

;--- ONE_PAGE {1}: fails if the data from {1} to here crosses a page ------------------
            MAC ONE_PAGE
              IF (>{1}) != (>[* - 1])
                ECHO "page crossing: data from", {1}, "to", *
                ERR
              ENDIF
            ENDM

;--- FALL_INTO {1}: the program continues at {1}; fails if {1} is not the next address ----
            MAC FALL_INTO
              IF {1} != *
                ECHO "not the next address, but the program falls into it:", {1}
                ERR
              ENDIF
            ENDM

;--- BUDGET {1}, {2}: prints how many bytes {1} has left before address {2}; fails beyond {2}
            MAC BUDGET
              ECHO {1}, "has", [{2} - *]d, "bytes free"
              IF * > {2}
                ERR
              ENDIF
            ENDM

;--- BUDGET_SINCE {1}, {2}: prints the number of bytes of {1}, from {2} to here -------------
            MAC BUDGET_SINCE
              ECHO {1}, "takes", [* - {2}]d, "bytes"
            ENDM
