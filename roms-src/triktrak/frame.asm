;===============================================================================
; The frame always has 262 lines.
;
; Two events happen in each frame. Bit 0 of phase says which one is next:
;   0  PICTURE  the line before the picture    draws the picture, then sound and input
;   1  SYNC     line 0                         vertical sync
;
; Each event sets the timer so that it reaches 0 in the line before the next event. NextFrame
; waits for both events. While the computer thinks, it often calls Poll, which checks the timer and
; runs the next event if it is due soon. So the picture stays on the screen.
;===============================================================================
; EVENT_TIMER {1}, {2}: sets the timer for an event {1} lines away. It is now cycle {2} of a line.
; The timer counts down every 64 cycles. It must be 0 by cycle 62 of the line before the event,
; because WaitEvent needs the line's last 14 cycles to leave its loop and strobe WSYNC.
            MAC EVENT_TIMER
.begin        SET [{1} - 1] * LINE_CYCLES - {2}
.steps        SET [.begin + 62] / 64
              IF .steps * 64 + 1 - .begin > 62
                ECHO "no timer value fits", [{1}]d, "lines"
                ERR
              ENDIF
              lda #.steps + 1
              sta TIM64T
            ENDM

;--- NextFrame: waits for a whole frame ----------------------------------------------
; Clobbers  A, X, Y, and all RAM from overlay up
NextFrame   SUBROUTINE
            jsr FrameService
            jmp FrameService

;--- Poll: runs the next event if it is due soon -------------------------------------
; Clobbers  A, X, Y, and all RAM from overlay up
Poll        SUBROUTINE
            lda INTIM
            cmp #POLL_TICKS
            bcc FrameService
            rts

WaitEvent   lda INTIM           ; 4
            bne WaitEvent       ; 3/2
            sta WSYNC           ; 3   @0
            rts                 ; 6   @6

;--- FrameService: waits for the next event and runs it ------------------------------
; In   the variable phase. The timer must not have run out yet.
; Clobbers  A, X, Y, and all RAM from overlay up
; If Reset is pressed during a game, FrameService stops the game instead of returning.
FrameService
            jsr WaitEvent
            lda phase
            eor #EVENT
            sta phase
            lsr
            bcc .sync
;--- the picture
            EVENT_TIMER HEADER_LINES, 24
            jmp Header
HeaderDone  jsr WaitEvent
            lda #0
            sta VBLANK
            jmp ShowPicture
PictureDone lda #%00000010
            sta WSYNC
            sta VBLANK
            EVENT_TIMER OVERSCAN_LINES, 9
            jsr PlaySound
            jmp ReadSwitches
;--- vertical sync
.sync       lda #%00000010
            sta VSYNC
            inc frame
            sta WSYNC
            sta WSYNC
            lsr                 ; bit 1 is clear: off
            sta WSYNC
            sta VSYNC
            EVENT_TIMER BLANK_LINES, 9
            jmp NextRandom
