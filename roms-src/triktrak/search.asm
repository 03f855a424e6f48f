;===============================================================================
; Search: finds the computer's way to play a throw.
;
; The search walks through all ways that play as many numbers as possible (rules.asm), up to four
; numbers deep. In a triktrak, it searches the first four numbers and, once they are played, the
; other four; a way to play the first four counts only if the others can still be played. Each
; step has a gain, and the value of a way is the sum of its gains:
;
;   a single man costs its danger     the chance that opposing men who have yet to pass it
;                                     capture it, times the distance that it would lose
;   two men on a wedge gain BLOCK     if any opposing man has yet to pass this wedge
;   each further man costs STACK
;   a man removed gains REMOVED       which affects only how large numbers are used
;   a capture gains HIT and the distance that the captured man loses
;
; The manual page cartridge.md explains the weights.
;===============================================================================
BLOCK           = 6
STACK           = 2
REMOVED         = 9
HIT             = 10
WAY             = 29        ; a single man on wedge w costs at most WAY - w
HALF            = 4         ; how many numbers are searched at a time, at most
MARGIN          = 12        ; deficit that the last two of four numbers may make up
PATIENCE        = 110       ; maximum length of a search in frames, including Reach

;--- Search: finds the best way to play goal numbers from index first on ------------------
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
.begun      lda #$80                ; the lowest value: any way is better
            sta bestHigh            ; = SEARCHING
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
            beq .worse              ; late: Reach has found a way, so skip the rest
            lda bestHigh
            cmp #$80
            bne .worse              ; late: there is already a way
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
            jsr Better              ; after two of four numbers: is it too far below the best?
            bmi .store
            bne .worse
            lda bestLow
            sec
            sbc gainLow
            cmp #MARGIN
            bcc .store
            bcs .worse              ; always
.half       jsr Better
            bpl .worse              ; no better: the second half does not matter
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
.signed     eor #0                  ; N of A
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
;--- Keep: copies four steps of the path, beginning at index first, to the plan -------------
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
; In   X = wedge, to; the board before the step  Out  A, signed
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
            lda gainLow             ; C=0: now there are two men
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
            lda #24                 ; danger = chance * the distance lost in a capture
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
