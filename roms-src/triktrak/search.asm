;===============================================================================
; Search: finds the computer's way to play a throw.
;
; The search walks through all ways that play as many numbers as possible (rules.asm), at most four
; numbers at a time. A triktrak has eight numbers: one search covers the first four and, after they
; have been played, another covers the rest. The first search accepts a way only if it can be
; completed. Each step has a gain, and the value of a way is the sum of the gains of its steps:
;
;   a single man         -danger: the chance that opposing men who have yet to pass it capture it,
;                                 times the distance that it would lose
;   two men on a wedge   +BLOCK   if any opposing man has yet to pass this wedge
;   each further man     -STACK
;   a man removed        +REMOVED, which affects only how the search uses large numbers
;   a capture            +HIT, plus the distance that the captured man loses
;
; The manual page cartridge.md explains the weights.
;===============================================================================
BLOCK           = 6
STACK           = 2
REMOVED         = 9
HIT             = 10
WAY             = 29        ; cost of the capture of a man on wedge w: WAY - w
HALF            = 4         ; one search covers at most this many numbers
MARGIN          = 12        ; after two numbers, give up a way that is this far below the best
PATIENCE        = 110       ; maximum length of a search in frames, including Reach

;--- Search: finds the best way to play 'goal' numbers, starting at index 'first' ---------
; In   first, limit, goal (1 or more), outside   Out  bestPath
; Clobbers  A, X, Y, all RAM from ply up
Search      SUBROUTINE
            jsr Poll
            jsr FindDanger
            lda #0
            sta valueLow
            sta valueHigh
            sta bestLow
            lda first
            beq .begun              ; PATIENCE counts from the start of Reach
            lda frame
            sta began
.begun      lda #$80                ; the lowest value: every way to play beats it
            sta bestHigh            ; A is also SEARCHING
            ora phase
            sta phase
            jmp Walk

;--- Weigh: evaluates a step of the walk ------------------------------------------------
; In   X = wedge, to, number, ply
Weigh       stx wedge
            lda frame
            sec
            sbc began
            cmp #PATIENCE
            bcc .inTime
            lda first
            beq .worse              ; time is up: keep Reach's way, or a better one found since
            lda bestHigh
            cmp #$80
            bne .worse              ; time is up: keep the best way, if there is one
.inTime     lda ply
            sec
            sbc first
            cmp #HALF
            bcs .second
            sta depth
            jsr Gain
            ldy depth
            sta gainLow
            ora #%01111111          ; the sign of the gain
            bmi .sign
            lda #0
.sign       sta gainHigh
            clc
            lda gainLow
            adc valueLow,y
            sta gainLow
            lda gainHigh
            adc valueHigh,y
            sta gainHigh
            iny
            cpy goal
            beq .leaf
            cpy #HALF
            beq .half
            cpy #2
            bne .store
            jsr Better              ; after two numbers: is the way too far below the best?
            bmi .store
            bne .worse
            lda bestLow
            sec
            sbc gainLow
            cmp #MARGIN
            bcc .store
            bcs .worse              ; always
.half       jsr Better
            bpl .worse              ; not better: do not try the second half
.store      lda gainLow
            sta valueLow,y
            lda gainHigh
            sta valueHigh,y
.deeper     ldx wedge
            jsr Make
            inc ply
            jmp Enter
.leaf       jsr Better
            bpl .worse
            jsr Accept
.worse      ldx wedge
            jmp Again
;--- can the second half of a triktrak be played?
.second     adc #0                  ; C=1
            cmp goal
            bcc .deeper
            lda valueLow+HALF
            sta gainLow
            lda valueHigh+HALF
            sta gainHigh
            jsr Accept
.unwind     jsr WalkPoll
            dec ply
            jsr Unmake
            lda ply
            sec
            sbc first
            cmp #HALF
            bcs .unwind
            jmp Again

;--- Better: compares a value with the best ---------------------------------------------
; In   gainLow, gainHigh                Out  N=1: the value is better
; Clobbers  A                           Keeps  X, Y
Better      SUBROUTINE
            lda bestLow
            cmp gainLow
            lda bestHigh
            sbc gainHigh
            bvc .signed
            eor #%10000000
.signed     eor #0                  ; sets N from A
            rts

;--- Accept: makes the current way the best -------------------------------------------------
; In   path, wedge, ply, gainLow, gainHigh       Clobbers  A, X, Y
Accept      SUBROUTINE
            lda gainLow
            sta bestLow
            lda gainHigh
            sta bestHigh
            ldy ply
            lda wedge
            sta path,y
                                    ; and fall into Keep
;--- Keep: copies four steps of the path, starting at index 'first', to bestPath ------------
; In   path, first                      Out  bestPath      Clobbers  A, X, Y
Keep        ldy first
            ldx #0
.copy       lda path,y
            and #WEDGE
            sta bestPath,x
            iny
            inx
            cpx #HALF
            bne .copy
            rts

;--- Gain: computes the gain of a step -----------------------------------------------------
; In   X = wedge, to; the board before the step  Out  A = gain, signed
; Clobbers  X
Gain        SUBROUTINE
            lda #0
            cpx #SHAMBLES
            bcs .arrive
            lda board,x
            cmp #2
            bcc .single
            beq .pair
            lda #STACK
            bcs .arrive             ; always
.single     lda danger-1,x
            bcc .arrive             ; always
.pair       lda #0                  ; C=1
            sbc danger-1,x
            cpx rearmost
            bcc .arrive
            sbc #BLOCK              ; C=1
.arrive     sta gainLow
            ldx to
            beq .off
            lda board,x
            beq .alone
            bmi .capture
            cmp #2
            bcs .stack
            lda gainLow             ; C=0; the step makes it two men
            adc danger-1,x
            cpx rearmost
            bcc .done
            adc #BLOCK-1            ; C=1
.done       rts
.stack      lda gainLow             ; C=1
            sbc #STACK
            rts
.off        lda gainLow
            clc
            adc #REMOVED
            rts
.capture    txa
            clc
            adc #HIT
            adc gainLow
            sta gainLow
.alone      lda gainLow
            sec
            sbc danger-1,x
            rts

;--- FindDanger: computes the cost of a single man on each wedge ---------------------------
; Out  danger, rearmost                 Clobbers  A, X, Y, ply, all RAM from overlay up
FindDanger  SUBROUTINE
            ldx #24
            stx rearmost
            lda #0
.clear      sta danger-1,x
            dex
            bne .clear
            lda #23                 ; the last wedge from which men can threaten another wedge
            sta ply
.from       jsr Poll
            ldx ply
            beq .shambles
            lda board,x
            bpl .none
            bmi .some               ; always
.shambles   lda theirBar
            and #MEN
            beq .none
.some       stx rearmost
            ldy #0                  ; X = wedge, Y = distance minus one
.each       lda danger,x            ; danger of wedge X+1
            clc
            adc Chance,y
            bcc .sum
            lda #$FF
.sum        sta danger,x
            iny
            inx
            cpx #24
            bcs .none
            cpy #CHANCES
            bne .each
.none       dec ply
            bpl .from
            lda #24                 ; danger = chance * cost of a capture
            sta ply
.cost       jsr Poll
            ldx ply
            lda #WAY
            sec
            sbc ply
            sta temp
            lda #0
            ldy #8
.bit        lsr danger-1,x
            bcc .zero
            clc
            adc temp
.zero       ror
            dey
            bne .bit
            sta danger-1,x
            dec ply
            bne .cost
            rts

; The chance of a capture from a distance of 1, 2 ..., in 256ths.
Chance      dc.b 128, 121, 107, 107, 107, 107, 43, 36, 28, 21, 21, 21
CHANCES     = * - Chance
            BUDGET_SINCE "search.asm", Search
