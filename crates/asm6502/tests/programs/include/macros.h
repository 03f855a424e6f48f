; Macros for the test programs.

VERSION_MACRO = 106

	MAC DELAY	; {1} cycles, at least 2
.COUNT	SET {1}
	IF .COUNT < 2
	ECHO "DELAY needs 2 cycles or more:", {1}
	ERR
	ENDIF
	IF .COUNT & 1
	IFNCONST NO_ILLEGAL_OPCODES
	nop VSYNC
	ELSE
	bit VSYNC
	ENDIF
.COUNT	SET .COUNT - 3
	ENDIF
	REPEAT .COUNT / 2
	nop
	REPEND
	ENDM

	MAC FRAME_SYNC
	lda #%1110
.next	sta WSYNC
	sta VSYNC
	lsr
	bne .next
	ENDM

	MAC POWER_ON
	sei
	cld
	IFNCONST NO_ILLEGAL_OPCODES
	lxa #0
	ELSE
	ldx #0
	txa
	ENDIF
	tay
.clear	dex
	txs
	pha
	bne .clear
	ENDM

	MAC POINT	; pointer, address
.to	SET {1}
.what	SET {2}
	lda #<.what
	sta .to
	lda #>.what
	sta .to+1
	ENDM

	MAC EDGE	; fills up to the next multiple of {1}; 0 = page
	REPEAT 256
	IF <. % {1} = 0
	MEXIT
	ELSE
FILLED	SET FILLED + 1
	.byte $00
	ENDIF
	REPEND
	ENDM

	MAC SAME_PAGE
	IF (>{1}) != (>.)
	ECHO "page crossed at", ., "from", {1}
	ERR
	ENDIF
	ENDM

	MAC FREE	; name, limit
	ECHO {1}, [{2} - .]d, "bytes free"
	IF . > {2}
	ERR
	ENDIF
	ENDM
