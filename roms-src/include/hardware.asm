;===============================================================================
; The console's registers, by the names that 2600 programmers use.
;
; Two chips answer on the bus besides the cartridge:
;   TIA   picture, sound, fire buttons   writes $00..$2C, reads $00..$0D
;   RIOT  128 bytes of RAM $80..$FF, ports and timer $280..$297
;
; To use a mirror of the TIA's registers, define TIA_BASE_ADDRESS before you
; include this file. For separate mirrors, define TIA_BASE_READ_ADDRESS and
; TIA_BASE_WRITE_ADDRESS instead.
;===============================================================================
            IFNCONST TIA_BASE_ADDRESS
TIA_BASE_ADDRESS = $00
            ENDIF
            IFNCONST TIA_BASE_READ_ADDRESS
TIA_BASE_READ_ADDRESS = TIA_BASE_ADDRESS
            ENDIF
            IFNCONST TIA_BASE_WRITE_ADDRESS
TIA_BASE_WRITE_ADDRESS = TIA_BASE_ADDRESS
            ENDIF

;--- TIA, write registers -------------------------------------------------------
            SEG.U tia_write
            ORG TIA_BASE_WRITE_ADDRESS
VSYNC       ds 1            ; %000000s0  s = vertical sync on
VBLANK      ds 1            ; %dl0000b0  d = ground INPT0-3, l = latch INPT4-5, b = blank
WSYNC       ds 1            ; strobe     hold the processor until the line ends
RSYNC       ds 1            ; strobe     restart the horizontal counter (only chip tests use this)
NUSIZ0      ds 1            ; %00mm0nnn  m = width of missile 0: 1 2 4 8; n = width of player 0 and
NUSIZ1      ds 1            ;            copies of both. NUSIZ1: the same for player and missile 1
COLUP0      ds 1            ; %hhhhlll0  h = hue, l = luminance: player 0, missile 0
COLUP1      ds 1            ;            player 1, missile 1
COLUPF      ds 1            ;            playfield, ball
COLUBK      ds 1            ;            background
CTRLPF      ds 1            ; %00bb0psr  b = ball width, p = playfield on top, s = score, r = mirror
REFP0       ds 1            ; %0000r000  r = mirror player 0
REFP1       ds 1            ;            player 1
PF0         ds 1            ; %pppp0000  first four playfield dots, lowest bit leftmost
PF1         ds 1            ; %pppppppp  next eight, highest bit leftmost
PF2         ds 1            ; %pppppppp  last eight, lowest bit leftmost
RESP0       ds 1            ; strobe     move player 0 to the beam's position
RESP1       ds 1            ; strobe     player 1
RESM0       ds 1            ; strobe     missile 0
RESM1       ds 1            ; strobe     missile 1
RESBL       ds 1            ; strobe     ball
AUDC0       ds 1            ; %0000cccc  channel 0: waveform
AUDC1       ds 1            ;            channel 1
AUDF0       ds 1            ; %000fffff  channel 0: frequency divider minus one
AUDF1       ds 1            ;            channel 1
AUDV0       ds 1            ; %0000vvvv  channel 0: volume
AUDV1       ds 1            ;            channel 1
GRP0        ds 1            ; %gggggggg  dots of player 0
GRP1        ds 1            ;            player 1
ENAM0       ds 1            ; %000000e0  e = missile 0 on
ENAM1       ds 1            ;            missile 1
ENABL       ds 1            ;            ball
HMP0        ds 1            ; %mmmm0000  motion, signed, positive is left: player 0
HMP1        ds 1            ;            player 1
HMM0        ds 1            ;            missile 0
HMM1        ds 1            ;            missile 1
HMBL        ds 1            ;            ball
VDELP0      ds 1            ; %0000000d  d = show the old GRP0: its value at the last write to GRP1
VDELP1      ds 1            ;            the old GRP1: its value at the last write to GRP0
VDELBL      ds 1            ;            the old ENABL: its value at the last write to GRP1
RESMP0      ds 1            ; %000000h0  h = hide missile 0 and keep it centered on player 0
RESMP1      ds 1            ;            missile 1
HMOVE       ds 1            ; strobe     move each object by its motion register
HMCLR       ds 1            ; strobe     clear the motion registers
CXCLR       ds 1            ; strobe     clear the collision latches

;--- TIA, read registers (bits 7 and 6 only) ------------------------------------
            SEG.U tia_read
            ORG TIA_BASE_READ_ADDRESS
CXM0P       ds 1            ; %xx000000  bits 7, 6: missile 0 with player 1, player 0
CXM1P       ds 1            ;            missile 1 with player 0, player 1
CXP0FB      ds 1            ;            player 0 with playfield, ball
CXP1FB      ds 1            ;            player 1 with playfield, ball
CXM0FB      ds 1            ;            missile 0 with playfield, ball
CXM1FB      ds 1            ;            missile 1 with playfield, ball
CXBLPF      ds 1            ; %x0000000  ball with playfield
CXPPMM      ds 1            ; %xx000000  both players, both missiles
INPT0       ds 1            ; %x0000000  paddles: 1 = charged
INPT1       ds 1
INPT2       ds 1
INPT3       ds 1
INPT4       ds 1            ; %x0000000  left fire button: 0 = pressed
INPT5       ds 1            ;            right fire button

;--- RIOT -----------------------------------------------------------------------
            SEG.U riot
            ORG $280
SWCHA       ds 1            ; %rldurldu  joysticks (left player: bits 7-4): 0 = pushed
SWACNT      ds 1            ;            direction of each bit of SWCHA, 1 = output
SWCHB       ds 1            ; %ba00c0sr  difficulty b = right, a = left (1 = A), c = color,
                            ;            s = select, r = reset (0 = pressed)
SWBCNT      ds 1            ;            direction of each bit of SWCHB
INTIM       ds 1            ; the timer's current value
TIMINT      ds 1            ; %x0000000  x = the timer has run out
            ORG $294
TIM1T       ds 1            ; set the timer to count down every cycle
TIM8T       ds 1            ; every 8 cycles
TIM64T      ds 1            ; every 64
T1024T      ds 1            ; every 1024

            SEG
