; Disassembly of a generated program
; Using the usual listing style
;
; -- command line: nothing --
;

      processor 6502
VSYNC   =  $00
VBLANK  =  $01
WSYNC   =  $02
COLUP0  =  $06
HMP0    EQU $20
INPT4   equ $3C	; read
SWCHA   =  $0280
INTIM   =  $0284
TIM64T  =  $0296
       ORG $F000

START:
       SEI            ;2
       CLD            ;2
       LDX    #$FF    ;2
       TXS            ;2
       INX            ;2
       TXA            ;2
LF006: STA    VSYNC,X ;4
       INX            ;2
       BNE    LF006   ;2 always?
       JSR    LF0A0   ;6
LF00E: LDA    INTIM   ;4
       BNE    LF00E   ;2
       STA    WSYNC   ;3
       LDA    INPT4&$0F   ;3
       BMI    LF01C   ;2
       INC    $80     ;5
       LSR            ;2
       ROR    $90     ;5
LF01C: LDA.w  $0085   ;4
       STA.w  $0006   ;4
       LDA.wy $0080,Y ;4
       LDA.wx $0080,X
       STX    $81,Y   ;4
       ASL    $82,X   ;6
       LAX    ($84),Y ;5
       .byte $0C ;.NOOP
       .byte $80,$90 ; trailing
       NOP    $80     ;3
       NOP    $80,X   ;4
       NOP    $1234,X
       NOP    #$12    ;2
       SLO    ($80,X)
       RLA    $80
       SRE    $1234,Y
       RRA    $F000,X
       SAX    $81
       DCP    $82,X
       ISB    $83
       ANC    #$0F
       ASR    #$0F
       ARR    #$0F
       SBX    #$0F
       LAS    $F000,Y
       SHX    $F000,Y
       SHY    $F000,X
       SHA    ($80),Y
       SHA    $F100,Y
       SHS    $F100,Y
       ANE    #$01
       LXA    #$00
       JMP    (LFFFC) ;5
       BRK            ;7
LF0A0: LDY    #$00    ;2
       BEQ    LF0A5   ;2
       .byte $00 ; |        | $F0A4
LF0A5: .byte $3C ; |  XXXX  | $F0A5
       .byte $42 ; | X    X | $F0A6
       .byte $FF,$00,$12,$34,$56,$78,$9A,$BC,$DE,$F0,$01,$02,$03,$04,$05,$06
       RTS            ;6

LF0C0_TABLE
       .word LF00E,LF01C
       .byte <LF00E,>LF00E
       .byte [LF01C-LF00E]

       ORG $FFFA
LFFFA: .word START
LFFFC: .word START,$0000
