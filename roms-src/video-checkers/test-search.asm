            processor 6502
TIMINT = $285
            MAC POLL
            bit TIMINT
            bpl .skip
            jsr FrameService
.skip
            ENDM
            MAC BUDGET_SINCE
            ECHO {1}, [* - {2}]d, "bytes"
            ENDM
            include "ram.asm"
            SEG code
            ORG $F000
            include "tables.asm"
            include "rules.asm"
            include "search.asm"
FrameService rts
ThinkDone   jmp ThinkDone
            ORG $FFFC
            dc.w Think,Think
