            processor 6502
TIMINT = $285
            MAC POLL
            jsr Poll
            ENDM
            include "ram.asm"
            SEG code
            ORG $F000
            include "tables.asm"
            include "rules.asm"
            include "search.asm"
Poll        SUBROUTINE
            bit TIMINT
            bpl .done
.done       rts
ThinkDone   jmp ThinkDone
            ORG $FFFC
            dc.w Think,Think
