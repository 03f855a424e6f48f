;===============================================================================
; Joysticks, which are read in every frame. player is the number of the active joystick.
;===============================================================================
;--- ReadFire: detects a new press of the button -----------------------------------------
; Out  C=1: a new press; in set-up mode also every FIRE_REPEAT frames while the button is held
; Clobbers  A, X
ReadFire    SUBROUTINE
            ldx player
            lda INPT4,x
            asl                     ; C=1: not pressed
            lda #0
            bcs .fire
            lda fire                ; count the frames, up to FIRE_REPEAT
            beq .pressed
            cmp #FIRE_REPEAT
            bcc .count
            lda status
            and #SETUP
            beq .none
.pressed    lda #1
            sta fire
            sta idle
            FALL_INTO Mix
;--- Mix: mixes the frame counter into the random number; runs at each input and search --
; Out  C=1                              Clobbers  A
Mix         lda frame
            eor random
            bne .random
            lda #1                  ; random must not be 0
.random     sta random
            sec
            rts
.count      adc #1                  ; C=0
.fire       sta fire
.none       clc
            rts

;--- ReadStick: reads a diagonal push of the stick ---------------------------------------
; The first step is immediate, the second after STICK_FIRST frames, the rest every STICK_REPEAT.
; A diagonal push that loses one direction for up to STICK_SLACK frames counts as the same push.
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
.right      and #%00001111          ; %rldu, 0 = pushed
            cmp #%00001111
            beq .center
            tay
            cpy #WAYS_END
            bcs .straight
            cpy #WAYS_BEGIN
            bcc .straight           ; opposite directions pushed at the same time
            lda WayOf-WAYS_BEGIN,y
            cmp #NO_WAY
            beq .straight
            ldx #0
            stx slack
            cmp stick
            beq .held
            sta stick
            ldx #STICK_FIRST
            bne .step               ; always
.held       dec stickTimer
            bne .none
            ldx #STICK_REPEAT
.step       stx stickTimer
            ldx left
            beq .upright
            eor #BOTH_WAYS          ; with white at the bottom, rotate by 180 degrees
.upright    sta way
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

WAYS_BEGIN  = %0101                 ; %rldu, 0 = pushed: RD, RU, -, -, LD, LU
WAYS_END    = %1011
WayOf       dc.b DOWN, 0, NO_WAY, NO_WAY, HIGHER|DOWN, HIGHER
            BUDGET_SINCE "input.asm", ReadFire
