;===============================================================================
; Joysticks: looked at in every frame. player says whose.
;===============================================================================
;--- ReadFire: is the button newly pressed? ------------------------------------------
; Out  C=1: yes; in set-up mode also every FIRE_REPEAT frames
; Clobbers  A, X
ReadFire    SUBROUTINE
            ldx player
            lda INPT4,x
            bmi .up
            lda fire                ; frames held
            beq .pressed
            inc fire
            cmp #FIRE_REPEAT
            bne .no
            lda status
            and #SETUP
            bne .pressed
            dec fire
.no         clc
            rts
.up         lda #0
            sta fire
            clc
            rts
.pressed    lda #1
            sta fire
                                    ; and fall into Mix, which sets C
;--- Mix: a hand has done something: a new start for the random byte --------------------
; Out  C=1                              Clobbers  A
Mix         lda frame
            eor random
            bne .random
            lda #1                  ; it must not be 0
.random     sta random
            sec
            rts

;--- ReadStick: has the stick been pushed diagonally? -------------------------------------
; The first step comes at once, further ones after STICK_FIRST and STICK_REPEAT frames. A
; diagonal that loses one of its directions for up to STICK_SLACK frames is still the same.
; Out  C=1: a step, way = its direction on the board; slack = frames of a straight push
; Clobbers  A, X, Y
ReadStick   SUBROUTINE
            lda SWCHA
            ldx player
            bne .right
            lsr
            lsr
            lsr
            lsr
.right      and #%00001111
            eor #%00001111          ; %rldu, 1 = pushed
            beq .center
            tay
            cpy #11
            bcs .straight
            lda WayOf,y
            cmp #NO_WAY
            beq .straight
            ldx #0
            stx slack
            cmp stick
            beq .held
            ldx #STICK_FIRST
            sta stick
            bne .step               ; always
.held       dec stickTimer
            bne .none
            ldx #STICK_REPEAT
.step       stx stickTimer
            lda status
            and #TURNED
            beq .upright
            lda #BOTH_WAYS          ; white at the bottom: half a turn
.upright    eor stick
            sta way
            jmp Mix
.straight   inc slack
            lda slack
            cmp #STICK_SLACK+1
            bcc .none
            bcs .letGo              ; always
.center     lda #0
            sta slack
.letGo      lda #NO_WAY
            sta stick
.none       clc
            rts

WayOf                               ; %rldu: -, U, D, -; L, LU, LD, -; R, RU, RD
            dc.b NO_WAY, NO_WAY, NO_WAY, NO_WAY
            dc.b NO_WAY, HIGHER, HIGHER|DOWN, NO_WAY
            dc.b NO_WAY, 0, DOWN
            BUDGET_SINCE "input.asm", ReadFire
