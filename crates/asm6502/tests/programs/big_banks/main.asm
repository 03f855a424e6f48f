; Eight banks of 4 KiB, made by macros and loops, with one included file for each bank.

	processor 6502
	incdir parts
	list off
	include "vcs.h"
	include "macros.h"
	list on

	seg.u ram
	org $80
pointer	ds 2
bankNow	ds 1
	REPEAT 4
	ds 1
	REPEND
overlayStart = $a0
	org overlayStart
first	ds 8
	org overlayStart
second	ds.w 4

BANKS	= 8
THIS	SET 0

	MAC NEXT_BANK	; name
	seg {1}
	org $1000 * [THIS + 1], THIS
	rorg $1000 * [THIS * 2 & 15] + $1000
{1}_base = .
Bank,THIS,"_reset":
	sei
	cld
	ldx #$ff
	txs
	jmp {1}_code
{1}_code SUBROUTINE
	ENDM

	MAC END_BANK	; name
	ECHO "bank", [THIS]d, {1}_base, "ends at", ., "free", [{1}_base + $ffc - .]d
	IF . - {1}_base > $ffc
	ECHO "too large"
	ERR
	ENDIF
	org $1000 * [THIS + 1] + $ffc
	rorg {1}_base + $ffc
	.word {1}_base, {1}_code
THIS	SET THIS + 1
	ENDM

	NEXT_BANK B0
	lda #<Routine0_1
	sta pointer
	lda #>Routine0_1
	sta pointer+1
	jmp (pointer)
	include "part0.h"
	END_BANK B0

	NEXT_BANK B1
	lda #<Routine1_1
	sta pointer
	lda #>Routine1_1
	sta pointer+1
	jmp (pointer)
	include "part1.h"
	END_BANK B1

	NEXT_BANK B2
	lda #<Routine2_1
	sta pointer
	lda #>Routine2_1
	sta pointer+1
	jmp (pointer)
	include "part2.h"
	END_BANK B2

	NEXT_BANK B3
	lda #<Routine3_1
	sta pointer
	lda #>Routine3_1
	sta pointer+1
	jmp (pointer)
	include "part3.h"
	END_BANK B3

	NEXT_BANK B4
	lda #<Routine4_1
	sta pointer
	lda #>Routine4_1
	sta pointer+1
	jmp (pointer)
	include "part4.h"
	END_BANK B4

	NEXT_BANK B5
	lda #<Routine5_1
	sta pointer
	lda #>Routine5_1
	sta pointer+1
	jmp (pointer)
	include "part5.h"
	END_BANK B5

	NEXT_BANK B6
	lda #<Routine6_1
	sta pointer
	lda #>Routine6_1
	sta pointer+1
	jmp (pointer)
	include "part6.h"
	END_BANK B6

	NEXT_BANK B7
	lda #<Routine7_1
	sta pointer
	lda #>Routine7_1
	sta pointer+1
	jmp (pointer)
	include "part7.h"
	END_BANK B7
