; Register names of the console, with the usual base-address symbols; written for these tests.
VERSION_VCS	= 106

	IFNCONST TIA_BASE_ADDRESS
TIA_BASE_ADDRESS	= 0
	ENDIF
	IFNCONST TIA_BASE_READ_ADDRESS
TIA_BASE_READ_ADDRESS = TIA_BASE_ADDRESS
	ENDIF
	IFNCONST TIA_BASE_WRITE_ADDRESS
TIA_BASE_WRITE_ADDRESS = TIA_BASE_ADDRESS
	ENDIF

	SEG.U TIA_REGISTERS_WRITE
	ORG TIA_BASE_WRITE_ADDRESS
VSYNC       ds 1    ; $00
VBLANK      ds 1    ; $01
WSYNC       ds 1    ; $02
RSYNC       ds 1    ; $03
NUSIZ0      ds 1    ; $04
NUSIZ1      ds 1    ; $05
COLUP0      ds 1    ; $06
COLUP1      ds 1    ; $07
COLUPF      ds 1    ; $08
COLUBK      ds 1    ; $09
CTRLPF      ds 1    ; $0a
REFP0       ds 1    ; $0b
REFP1       ds 1    ; $0c
PF0         ds 1    ; $0d
PF1         ds 1    ; $0e
PF2         ds 1    ; $0f
RESP0       ds 1    ; $10
RESP1       ds 1    ; $11
RESM0       ds 1    ; $12
RESM1       ds 1    ; $13
RESBL       ds 1    ; $14
AUDC0       ds 1    ; $15
AUDC1       ds 1    ; $16
AUDF0       ds 1    ; $17
AUDF1       ds 1    ; $18
AUDV0       ds 1    ; $19
AUDV1       ds 1    ; $1a
GRP0        ds 1    ; $1b
GRP1        ds 1    ; $1c
ENAM0       ds 1    ; $1d
ENAM1       ds 1    ; $1e
ENABL       ds 1    ; $1f
HMP0        ds 1    ; $20
HMP1        ds 1    ; $21
HMM0        ds 1    ; $22
HMM1        ds 1    ; $23
HMBL        ds 1    ; $24
VDELP0      ds 1    ; $25
VDELP1      ds 1    ; $26
VDELBL      ds 1    ; $27
RESMP0      ds 1    ; $28
RESMP1      ds 1    ; $29
HMOVE       ds 1    ; $2a
HMCLR       ds 1    ; $2b
CXCLR       ds 1    ; $2c

	SEG.U TIA_REGISTERS_READ
	ORG TIA_BASE_READ_ADDRESS
CXM0P       ds 1    ; $00
CXM1P       ds 1    ; $01
CXP0FB      ds 1    ; $02
CXP1FB      ds 1    ; $03
CXM0FB      ds 1    ; $04
CXM1FB      ds 1    ; $05
CXBLPF      ds 1    ; $06
CXPPMM      ds 1    ; $07
INPT0       ds 1    ; $08
INPT1       ds 1    ; $09
INPT2       ds 1    ; $0a
INPT3       ds 1    ; $0b
INPT4       ds 1    ; $0c
INPT5       ds 1    ; $0d

	SEG.U RIOT
	ORG $280
SWCHA       ds 1    ; $280
SWACNT      ds 1    ; $281
SWCHB       ds 1    ; $282
SWBCNT      ds 1    ; $283
INTIM       ds 1    ; $284
TIMINT      ds 1    ; $285
	ORG $294
TIM1T       ds 1
TIM8T       ds 1
TIM64T      ds 1
T1024T      ds 1

	SEG
; end of the names
