; part 4
Routine4_0 SUBROUTINE	; number 0
	ldx #0
.loop	lda Data4_0,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_3
	DELAY 5
	rts
Data4_0	hex 00 04 08 0c 10 14 18 1c

Routine4_1 SUBROUTINE	; number 1
	ldx #1
.loop	lda Data4_1,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_10
	DELAY 6
	rts
Data4_1	hex 0d 11 15 19 1d 21 25 29

Routine4_2 SUBROUTINE	; number 2
	ldx #2
.loop	lda Data4_2,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_17
	DELAY 7
	rts
Data4_2	hex 1a 1e 22 26 2a 2e 32 36

Routine4_3 SUBROUTINE	; number 3
	ldx #3
.loop	lda Data4_3,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_24
	DELAY 8
	rts
Data4_3	hex 27 2b 2f 33 37 3b 3f 43

Routine4_4 SUBROUTINE	; number 4
	ldx #4
.loop	lda Data4_4,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_31
	DELAY 9
	rts
Data4_4	hex 34 38 3c 40 44 48 4c 50

Routine4_5 SUBROUTINE	; number 5
	ldx #5
.loop	lda Data4_5,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_38
	DELAY 10
	rts
Data4_5	hex 41 45 49 4d 51 55 59 5d

Routine4_6 SUBROUTINE	; number 6
	ldx #6
.loop	lda Data4_6,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_5
	DELAY 11
	rts
Data4_6	hex 4e 52 56 5a 5e 62 66 6a

Routine4_7 SUBROUTINE	; number 7
	ldx #7
.loop	lda Data4_7,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_12
	DELAY 12
	rts
Data4_7	hex 5b 5f 63 67 6b 6f 73 77

Routine4_8 SUBROUTINE	; number 8
	ldx #0
.loop	lda Data4_8,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_19
	DELAY 13
	rts
Data4_8	hex 68 6c 70 74 78 7c 80 84

Routine4_9 SUBROUTINE	; number 9
	ldx #1
.loop	lda Data4_9,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_26
	DELAY 5
	rts
Data4_9	hex 75 79 7d 81 85 89 8d 91

Routine4_10 SUBROUTINE	; number 10
	ldx #2
.loop	lda Data4_10,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_33
	DELAY 6
	rts
Data4_10	hex 82 86 8a 8e 92 96 9a 9e

Routine4_11 SUBROUTINE	; number 11
	ldx #3
.loop	lda Data4_11,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_0
	DELAY 7
	rts
Data4_11	hex 8f 93 97 9b 9f a3 a7 ab

Routine4_12 SUBROUTINE	; number 12
	ldx #4
.loop	lda Data4_12,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_7
	DELAY 8
	rts
Data4_12	hex 9c a0 a4 a8 ac b0 b4 b8

Routine4_13 SUBROUTINE	; number 13
	ldx #5
.loop	lda Data4_13,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_14
	DELAY 9
	rts
Data4_13	hex a9 ad b1 b5 b9 bd c1 c5

Routine4_14 SUBROUTINE	; number 14
	ldx #6
.loop	lda Data4_14,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_21
	DELAY 10
	rts
Data4_14	hex b6 ba be c2 c6 ca ce d2

Routine4_15 SUBROUTINE	; number 15
	ldx #7
.loop	lda Data4_15,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_28
	DELAY 11
	rts
Data4_15	hex c3 c7 cb cf d3 d7 db df

Routine4_16 SUBROUTINE	; number 16
	ldx #0
.loop	lda Data4_16,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_35
	DELAY 12
	rts
Data4_16	hex d0 d4 d8 dc e0 e4 e8 ec

Routine4_17 SUBROUTINE	; number 17
	ldx #1
.loop	lda Data4_17,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_2
	DELAY 13
	rts
Data4_17	hex dd e1 e5 e9 ed f1 f5 f9

Routine4_18 SUBROUTINE	; number 18
	ldx #2
.loop	lda Data4_18,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_9
	DELAY 5
	rts
Data4_18	hex ea ee f2 f6 fa fe 02 06

Routine4_19 SUBROUTINE	; number 19
	ldx #3
.loop	lda Data4_19,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_16
	DELAY 6
	rts
Data4_19	hex f7 fb ff 03 07 0b 0f 13

Routine4_20 SUBROUTINE	; number 20
	ldx #4
.loop	lda Data4_20,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_23
	DELAY 7
	rts
Data4_20	hex 04 08 0c 10 14 18 1c 20

Routine4_21 SUBROUTINE	; number 21
	ldx #5
.loop	lda Data4_21,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_30
	DELAY 8
	rts
Data4_21	hex 11 15 19 1d 21 25 29 2d

Routine4_22 SUBROUTINE	; number 22
	ldx #6
.loop	lda Data4_22,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_37
	DELAY 9
	rts
Data4_22	hex 1e 22 26 2a 2e 32 36 3a

Routine4_23 SUBROUTINE	; number 23
	ldx #7
.loop	lda Data4_23,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_4
	DELAY 10
	rts
Data4_23	hex 2b 2f 33 37 3b 3f 43 47

Routine4_24 SUBROUTINE	; number 24
	ldx #0
.loop	lda Data4_24,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_11
	DELAY 11
	rts
Data4_24	hex 38 3c 40 44 48 4c 50 54

Routine4_25 SUBROUTINE	; number 25
	ldx #1
.loop	lda Data4_25,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_18
	DELAY 12
	rts
Data4_25	hex 45 49 4d 51 55 59 5d 61

Routine4_26 SUBROUTINE	; number 26
	ldx #2
.loop	lda Data4_26,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_25
	DELAY 13
	rts
Data4_26	hex 52 56 5a 5e 62 66 6a 6e

Routine4_27 SUBROUTINE	; number 27
	ldx #3
.loop	lda Data4_27,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_32
	DELAY 5
	rts
Data4_27	hex 5f 63 67 6b 6f 73 77 7b

Routine4_28 SUBROUTINE	; number 28
	ldx #4
.loop	lda Data4_28,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_39
	DELAY 6
	rts
Data4_28	hex 6c 70 74 78 7c 80 84 88

Routine4_29 SUBROUTINE	; number 29
	ldx #5
.loop	lda Data4_29,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_6
	DELAY 7
	rts
Data4_29	hex 79 7d 81 85 89 8d 91 95

Routine4_30 SUBROUTINE	; number 30
	ldx #6
.loop	lda Data4_30,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_13
	DELAY 8
	rts
Data4_30	hex 86 8a 8e 92 96 9a 9e a2

Routine4_31 SUBROUTINE	; number 31
	ldx #7
.loop	lda Data4_31,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_20
	DELAY 9
	rts
Data4_31	hex 93 97 9b 9f a3 a7 ab af

Routine4_32 SUBROUTINE	; number 32
	ldx #0
.loop	lda Data4_32,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_27
	DELAY 10
	rts
Data4_32	hex a0 a4 a8 ac b0 b4 b8 bc

Routine4_33 SUBROUTINE	; number 33
	ldx #1
.loop	lda Data4_33,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_34
	DELAY 11
	rts
Data4_33	hex ad b1 b5 b9 bd c1 c5 c9

Routine4_34 SUBROUTINE	; number 34
	ldx #2
.loop	lda Data4_34,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_1
	DELAY 12
	rts
Data4_34	hex ba be c2 c6 ca ce d2 d6

Routine4_35 SUBROUTINE	; number 35
	ldx #3
.loop	lda Data4_35,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_8
	DELAY 13
	rts
Data4_35	hex c7 cb cf d3 d7 db df e3

Routine4_36 SUBROUTINE	; number 36
	ldx #4
.loop	lda Data4_36,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_15
	DELAY 5
	rts
Data4_36	hex d4 d8 dc e0 e4 e8 ec f0

Routine4_37 SUBROUTINE	; number 37
	ldx #5
.loop	lda Data4_37,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_22
	DELAY 6
	rts
Data4_37	hex e1 e5 e9 ed f1 f5 f9 fd

Routine4_38 SUBROUTINE	; number 38
	ldx #6
.loop	lda Data4_38,x
	sta first,x
	dex
	bpl .loop
	jsr Routine4_29
	DELAY 7
	rts
Data4_38	hex ee f2 f6 fa fe 02 06 0a

Routine4_39 SUBROUTINE	; number 39
	ldx #7
.loop	lda Data4_39,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine4_36
	DELAY 8
	rts
Data4_39	hex fb ff 03 07 0b 0f 13 17
