;===============================================================================
; The frame always has 262 lines.
;
; A frame has three events; phase is the next one. The numbers count down and wrap around:
;   2  SYNC     line 0     vertical sync              then lines to prepare the picture
;   1  PICTURE  line 39    the beam is switched on    then the picture
;   0  DARK     line 232   the beam is switched off   then lines to play
;
; Each sets the timer so that it reaches 0 in the line before the next event. While the
; board is shown, the main loop calls FrameService when its work for a part is done.
; While the computer thinks, the search polls the timer (POLL) and calls FrameService
; when an event is near: the picture is one color that changes, and vertical sync
; continues as always.
;===============================================================================
PHASE_PICTURE   = 1
PHASE_SYNC      = 2

; EVENT_TIMER {1}: the timer value for an event {1} lines away, written @14. It counts
; 64 cycles a step and reads 0 for as long; that must begin in the line before the
; event, and early enough for FrameService to leave its loop and strobe WSYNC (53 of 76).
            MAC EVENT_TIMER
EVENT_CYCLES  SET [{1} - 1] * LINE_CYCLES - 14
EVENT_STEPS   SET [EVENT_CYCLES + 62] / 64
              IF EVENT_STEPS * 64 + 1 - EVENT_CYCLES > 53
                ECHO "no timer value fits", [{1}]d, "lines"
                ERR
              ENDIF
              dc.b EVENT_STEPS + 1
            ENDM

;--- Poll: calls FrameService if the next event is near ----------------------------------
; Clobbers  A, X, Y                     20 cycles with jsr and rts, if it is not
Poll        SUBROUTINE
            lda INTIM
            cmp #POLL_TICKS
            bcc FrameService
            rts

;--- FrameService: waits for the next event and performs it ------------------------------
; In   phase; the timer has not run out yet
; Clobbers  A, X, Y                     Stack  its return address
; Leaves    @35 of the event's line at the latest, after DARK with X = 1; SYNC: SYNC_LINES later
; Reset during a think does not return: it starts a new game.
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
            bne .done           ; 4/2 @28/@29/@26    it was not SYNC; the page ends here
            inc frame           ;            the lines of vertical sync
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
            lsr                 ;            black-and-white: four greys
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
