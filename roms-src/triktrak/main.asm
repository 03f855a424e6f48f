;===============================================================================
; Triktrak: 4096 bytes, 128 bytes of RAM, no bank switching.
;
;   dasm main.asm -f3 -I../include -otriktrak.bin -striktrak.sym
; asm6502 takes the same arguments.
;===============================================================================
            processor 6502

            include "hardware.asm"  ; the console: register names
            include "macros.asm"    ;   and what any cartridge needs
            include "ram.asm"       ; 128 bytes
            include "constants.asm" ; numbers with a name

            SEG cartridge
            ORG $F000
            include "kernel.asm"    ; 200 lines of picture
            include "header.asm"    ; what its text shows
            include "tables.asm"    ; wedges, shapes, colors
            include "frame.asm"     ; 262 lines
            include "input.asm"     ; switches, chance
            include "sound.asm"
            include "rules.asm"     ; legal steps
            include "search.asm"    ; the computer's way
            include "game.asm"      ; power-on, Reset, the course of the game
            include "choose.asm"    ; a person's choice
            BUDGET "program", GLYPHS
            ORG GLYPHS
            include "glyphs.asm"    ; dots
            BUDGET "glyphs", $FFFC

            ORG $FFFC
            dc.w PowerOn            ; reset
            dc.w PowerOn            ; break: the 6507 has no interrupts
