;===============================================================================
; Video Checkers: 4096 bytes, 128 bytes of RAM, no bank switching.
;
;   dasm main.asm -f3 -I../include -ovideo-checkers.bin -svideo-checkers.sym
;   asm6502 takes the same options. -DFIXED_SEED=n sets the seed of the random numbers;
;   -DBENCH builds a cartridge that repeats one search forever.
;===============================================================================
            processor 6502

            include "hardware.asm"  ; names of the console's registers
            include "macros.asm"    ; macros for any cartridge
            include "ram.asm"       ; 128 bytes
            include "constants.asm" ; lines of the frame, status bits, switches, colors

            SEG cartridge
            ORG $F000
            include "tables.asm"    ; geometry of the board
            include "rules.asm"     ; legal moves
            include "search.asm"    ; the computer's move
            include "game.asm"      ; power-on, Reset and the main loop; falls into PlaySound
            include "sound.asm"     ; PlaySound: the next note; falls into Play
            include "play.asm"      ; Play: switches, the player's turn, the computer's turn
            include "input.asm"     ; joysticks
            include "display.asm"   ; the content of the next picture
            BUDGET "program", KERNEL
            ORG KERNEL
            include "frame.asm"     ; the frame of 262 lines
            include "tunes.asm"     ; the notes of the sounds
            include "kernel.asm"    ; draws the header and the board
            include "shapes.asm"    ; pieces, digits, colors
            BUDGET "kernel", $FFFC

            ORG $FFFC
            dc.w PowerOn            ; reset
            dc.w PowerOn            ; BRK; the 6507 has no interrupt pins
