;===============================================================================
; Triktrak: 4096 bytes, 128 bytes of RAM, no bank switching.
;
;   dasm main.asm -f3 -I../include -otriktrak.bin -striktrak.sym
; asm6502 takes the same arguments.
;===============================================================================
            processor 6502

            include "hardware.asm"  ; names of the console's registers
            include "macros.asm"    ; macros for any cartridge
            include "ram.asm"       ; 128 bytes
            include "constants.asm" ; sizes, flags, indices of words

            SEG cartridge
            ORG $F000
            include "kernel.asm"    ; the picture: 208 lines
            include "header.asm"    ; prepares the text of the picture's two bands
            include "tables.asm"    ; wedges, shapes, colors
            include "frame.asm"     ; the timing of the frame: 262 lines
            include "input.asm"     ; switches, random numbers
            include "sound.asm"
            include "rules.asm"     ; legal steps
            include "search.asm"    ; the computer's choice
            include "game.asm"      ; power-on, Reset, the course of the game
            include "choose.asm"    ; a person's choice
            BUDGET "program", GLYPHS
            ORG GLYPHS
            include "glyphs.asm"    ; the dots of text and men
            BUDGET "glyphs", $FFFC

            ORG $FFFC
            dc.w PowerOn            ; reset
            dc.w PowerOn            ; BRK (the 6507 has no interrupt pins)
