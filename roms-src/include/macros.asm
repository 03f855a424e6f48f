;===============================================================================
; Macros for any cartridge. Include hardware.asm before this file.
;===============================================================================

;--- SLEEP {1}: waits for {1} cycles (2 or more), and changes only flags ------------
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

;--- VERTICAL_SYNC: generates three lines of vertical sync; may start anywhere in the line before
; Ends at cycle 5 ("@5") of the first line after the sync, with A = 0.
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

;--- CLEAN_START: initializes the processor, clears RAM and the TIA's registers -----
; Leaves A = X = 0, S = $FF, Y unchanged.
            MAC CLEAN_START
              sei
              cld
              ldx #0
              txa
.clear        dex
              txs             ; S goes down through RAM and the TIA's registers ($FF..$00)
              pha
              bne .clear      ; tests the result of dex: txs and pha do not change Z
            ENDM

;--- SAME_PAGE {1}: fails if the branch to {1}, just above, crosses a page (and takes 4 cycles)
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

;--- FALL_INTO {1}: marks where the code above falls into {1}; fails if {1} does not come next
            MAC FALL_INTO
              IF {1} != *
                ECHO "the code falls through to here, but this label is elsewhere:", {1}
                ERR
              ENDIF
            ENDM

;--- BUDGET {1}, {2}: prints the bytes left for part {1} before address {2}; fails past {2} ---
            MAC BUDGET
              ECHO {1}, "has", [{2} - *]d, "bytes free"
              IF * > {2}
                ERR
              ENDIF
            ENDM

;--- BUDGET_SINCE {1}, {2}: prints the size of part {1}: the bytes from {2} to here ---------
            MAC BUDGET_SINCE
              ECHO {1}, "takes", [* - {2}]d, "bytes"
            ENDM
