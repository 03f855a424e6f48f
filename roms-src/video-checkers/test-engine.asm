;===============================================================================
; Test image of the engine alone, without a display: rules and search as in the
; cartridge, and a perft (a count of the lines of play) of the cartridge's move generator.
;
;   dasm test-engine.asm -f3 -I../include -otest-engine.bin -stest-engine.sym
;
; A test pokes board and turn, starts at Think or at Perft, and stops at ThinkDone
; or PerftDone. Every POLL of the search reads INTIM: a test measures the time between reads.
;===============================================================================
            processor 6502
INTIM       = $284

            MAC POLL
            jsr Poll
            ENDM

            include "macros.asm"
            include "ram.asm"
            SEG code
            ORG $F000
            include "tables.asm"
            include "rules.asm"
            include "search.asm"

Poll        SUBROUTINE
            bit INTIM
            rts
ThinkDone   jmp ThinkDone

;--- Perft: counts the lines of play that are depth plies long ---------------------------
; In   black, white, kings, turn, depth             Out  leaves, low byte first
; Works like the search, without values: a multiple jump counts as one ply, but uses one entry of
; the line of play for each jump.
leaves      = saved         ; 4 bytes
Perft       SUBROUTINE
            ldx #0
            stx node
            stx leaves
            stx leaves+1
            stx leaves+2
            stx leaves+3
            jsr Survey
.enter      ldx node
            lda #0
            sta flags,x
            lda depth
            bne .inner
            ldx #-1
.carry      inx
            inc leaves,x
            bne .counted
            cpx #3
            bne .carry
.counted    jmp .up
.inner      jsr FirstJump
            bcs .jumps
            jsr FirstRow
            sta code
.next       ldx node
            lda flags,x
            bmi .nextJump
            jsr FindStep
            bcs .down
            bne .next           ; another row
            beq .up             ; always
.nextJump   jsr NextJump
            bcc .up
            bcs .down           ; always
.jumps      ldx node
            lda #JUMP
            sta flags,x
.down       ldx node
            lda code
            sta step,x
            lda flags,x
            sta kind
            jsr Trace
            jsr DoStep
            ldx node
            lda flags,x
            and #JUMP|CONTINUED
            ora events
            sta flags,x
            bpl .turn
            and #CROWNED
            bne .turn
            lda to
            sta code
.way        jsr CanGo
            bcs .on
            jsr NextWay
            bcs .way
.turn       jsr Swap
            dec depth
            inc node
            jmp .enter
.on         inc node
            ldx node
            lda #JUMP|CONTINUED
            sta flags,x
            bne .down           ; always
PerftDone   jmp PerftDone
.up         ldx node
            beq PerftDone
            dec node
            lda flags,x
            and #CONTINUED
            bne .undo
            jsr Swap
            inc depth
.undo       jsr Undo
            ldx node            ; continue after the step that was taken back
            lda step,x
            sta code
            lda flags,x
            sta kind
            and #CONTINUED
            bne .jumpOn
            jmp .next
.jumpOn     jsr NextWay
            bcc .up
            jsr CanGo
            bcs .down
            bcc .jumpOn         ; always

            ORG $FFFC
            dc.w Think,Think
