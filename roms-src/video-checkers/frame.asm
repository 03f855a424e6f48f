;===============================================================================
; The frame always has 262 lines.
;
; A frame has three events. phase is the number of the next one; it counts down and wraps around:
;   2  SYNC     line 0     vertical sync              then lines to prepare the picture
;   1  PICTURE  line 39    the beam is switched on    then lines of the picture
;   0  DARK     line 232   the beam is switched off   then lines to run the game
;
; Each event sets the timer so that it reaches 0 in the line before the next event. While the
; board is shown, the main loop calls FrameService when it has finished its work for this phase.
; While the computer is thinking, the search polls the timer (POLL) and calls FrameService
; when an event is due soon; the picture is then a single, changing color, and vertical sync
; goes on as usual.
;===============================================================================
PHASE_PICTURE   = 1
PHASE_SYNC      = 2

; EVENT_TIMER {1}: the value to write to the timer, at cycle 14 (@14), for an event {1} lines away.
; The timer counts down every 64 cycles. It must reach 0 in the line before the event, by @53,
; because FrameService needs the rest of that line to leave its loop and strobe WSYNC.
            MAC EVENT_TIMER
EVENT_CYCLES  SET [{1} - 1] * LINE_CYCLES - 14
EVENT_STEPS   SET [EVENT_CYCLES + 62] / 64
              IF EVENT_STEPS * 64 + 1 - EVENT_CYCLES > 53
                ECHO "no timer value fits", [{1}]d, "lines"
                ERR
              ENDIF
              dc.b EVENT_STEPS + 1
            ENDM

;--- Poll: calls FrameService if the next event is due soon ------------------------------
; Clobbers  A, X, Y                     If it is not due, takes 20 cycles with jsr and rts
Poll        SUBROUTINE
            lda INTIM
            cmp #POLL_TICKS
            bcc FrameService
            rts

;--- FrameService: waits for the next event and runs it ----------------------------------
; In   the variable phase. The timer must not have run out yet.
; Clobbers  A, X, Y                     Stack  only its return address
; Returns   by @35 of the event's line (SYNC: in the line SYNC_LINES later); X = 1 after DARK
; If Reset is pressed while the computer is thinking, starts a new game instead of returning.
FrameService SUBROUTINE
.wait       lda INTIM           ; 4
            bne .wait           ; 3/2
            ldx phase           ; 3
            txa                 ; 2
            eor #PHASE_PICTURE  ; 2
            asl                 ; 2          bit 1: off for PHASE_PICTURE, on for the others
            sta WSYNC           ; 3   @0
            stx VSYNC           ; 3   @3     bit 1: on for PHASE_SYNC, off for the others
            sta VBLANK          ; 3   @6
            lda EventTimer,x    ; 4   @10
            sta TIM64T          ; 4   @14
            dex                 ; 2   @16
            bpl .next           ; 3/2 @19/@18
            ldx #PHASE_SYNC     ; 2   @20
.next       stx phase           ; 3   @22/@23
            dex                 ; 2   @24/@25        0 for PHASE_PICTURE
            bne .done           ; 4/2 @28/@29/@26    not SYNC; taken costs 4: it crosses a page
            inc frame           ;            SYNC: the lines of vertical sync
            sta WSYNC
            sta WSYNC
            sta WSYNC           ; 3   @0
            stx VSYNC           ; 3   @3     0: off
            bit status
            bpl .done           ;            not THINKING
            lda SWCHB
            lsr                 ;            Reset
            bcc .reset
            lsr
            lsr
            lsr                 ;            C = COLOR_SWITCH
            lda frame
            bne .hue
            dec clock
.hue        and #%11100000      ;            another dark hue every 32 frames
            bcs .color
            lsr                 ;            black-and-white: four grays
            lsr
            lsr
            lsr
            and #%00000110
.color      eor #%00000010
            sta COLUBK
.done       rts                 ; 6
.reset      lsr status          ;            no longer THINKING
            jmp ThinkDone

EventTimer  EVENT_TIMER OVERSCAN_LINES
            EVENT_TIMER PICTURE_LINES
            EVENT_TIMER SYNC_LINES+BLANK_LINES
            BUDGET_SINCE "frame.asm", Poll
