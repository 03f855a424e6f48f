; part 2
Routine2_0 SUBROUTINE	; number 0
	ldx #0
.loop	lda Data2_0,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_3
	DELAY 5
	rts
Data2_0	hex 00 02 04 06 08 0a 0c 0e

Routine2_1 SUBROUTINE	; number 1
	ldx #1
.loop	lda Data2_1,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_10
	DELAY 6
	rts
Data2_1	hex 0d 0f 11 13 15 17 19 1b

Routine2_2 SUBROUTINE	; number 2
	ldx #2
.loop	lda Data2_2,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_17
	DELAY 7
	rts
Data2_2	hex 1a 1c 1e 20 22 24 26 28

Routine2_3 SUBROUTINE	; number 3
	ldx #3
.loop	lda Data2_3,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_24
	DELAY 8
	rts
Data2_3	hex 27 29 2b 2d 2f 31 33 35

Routine2_4 SUBROUTINE	; number 4
	ldx #4
.loop	lda Data2_4,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_31
	DELAY 9
	rts
Data2_4	hex 34 36 38 3a 3c 3e 40 42

Routine2_5 SUBROUTINE	; number 5
	ldx #5
.loop	lda Data2_5,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_38
	DELAY 10
	rts
Data2_5	hex 41 43 45 47 49 4b 4d 4f

Routine2_6 SUBROUTINE	; number 6
	ldx #6
.loop	lda Data2_6,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_5
	DELAY 11
	rts
Data2_6	hex 4e 50 52 54 56 58 5a 5c

Routine2_7 SUBROUTINE	; number 7
	ldx #7
.loop	lda Data2_7,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_12
	DELAY 12
	rts
Data2_7	hex 5b 5d 5f 61 63 65 67 69

Routine2_8 SUBROUTINE	; number 8
	ldx #0
.loop	lda Data2_8,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_19
	DELAY 13
	rts
Data2_8	hex 68 6a 6c 6e 70 72 74 76

Routine2_9 SUBROUTINE	; number 9
	ldx #1
.loop	lda Data2_9,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_26
	DELAY 5
	rts
Data2_9	hex 75 77 79 7b 7d 7f 81 83

Routine2_10 SUBROUTINE	; number 10
	ldx #2
.loop	lda Data2_10,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_33
	DELAY 6
	rts
Data2_10	hex 82 84 86 88 8a 8c 8e 90

Routine2_11 SUBROUTINE	; number 11
	ldx #3
.loop	lda Data2_11,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_0
	DELAY 7
	rts
Data2_11	hex 8f 91 93 95 97 99 9b 9d

Routine2_12 SUBROUTINE	; number 12
	ldx #4
.loop	lda Data2_12,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_7
	DELAY 8
	rts
Data2_12	hex 9c 9e a0 a2 a4 a6 a8 aa

Routine2_13 SUBROUTINE	; number 13
	ldx #5
.loop	lda Data2_13,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_14
	DELAY 9
	rts
Data2_13	hex a9 ab ad af b1 b3 b5 b7

Routine2_14 SUBROUTINE	; number 14
	ldx #6
.loop	lda Data2_14,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_21
	DELAY 10
	rts
Data2_14	hex b6 b8 ba bc be c0 c2 c4

Routine2_15 SUBROUTINE	; number 15
	ldx #7
.loop	lda Data2_15,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_28
	DELAY 11
	rts
Data2_15	hex c3 c5 c7 c9 cb cd cf d1

Routine2_16 SUBROUTINE	; number 16
	ldx #0
.loop	lda Data2_16,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_35
	DELAY 12
	rts
Data2_16	hex d0 d2 d4 d6 d8 da dc de

Routine2_17 SUBROUTINE	; number 17
	ldx #1
.loop	lda Data2_17,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_2
	DELAY 13
	rts
Data2_17	hex dd df e1 e3 e5 e7 e9 eb

Routine2_18 SUBROUTINE	; number 18
	ldx #2
.loop	lda Data2_18,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_9
	DELAY 5
	rts
Data2_18	hex ea ec ee f0 f2 f4 f6 f8

Routine2_19 SUBROUTINE	; number 19
	ldx #3
.loop	lda Data2_19,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_16
	DELAY 6
	rts
Data2_19	hex f7 f9 fb fd ff 01 03 05

Routine2_20 SUBROUTINE	; number 20
	ldx #4
.loop	lda Data2_20,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_23
	DELAY 7
	rts
Data2_20	hex 04 06 08 0a 0c 0e 10 12

Routine2_21 SUBROUTINE	; number 21
	ldx #5
.loop	lda Data2_21,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_30
	DELAY 8
	rts
Data2_21	hex 11 13 15 17 19 1b 1d 1f

Routine2_22 SUBROUTINE	; number 22
	ldx #6
.loop	lda Data2_22,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_37
	DELAY 9
	rts
Data2_22	hex 1e 20 22 24 26 28 2a 2c

Routine2_23 SUBROUTINE	; number 23
	ldx #7
.loop	lda Data2_23,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_4
	DELAY 10
	rts
Data2_23	hex 2b 2d 2f 31 33 35 37 39

Routine2_24 SUBROUTINE	; number 24
	ldx #0
.loop	lda Data2_24,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_11
	DELAY 11
	rts
Data2_24	hex 38 3a 3c 3e 40 42 44 46

Routine2_25 SUBROUTINE	; number 25
	ldx #1
.loop	lda Data2_25,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_18
	DELAY 12
	rts
Data2_25	hex 45 47 49 4b 4d 4f 51 53

Routine2_26 SUBROUTINE	; number 26
	ldx #2
.loop	lda Data2_26,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_25
	DELAY 13
	rts
Data2_26	hex 52 54 56 58 5a 5c 5e 60

Routine2_27 SUBROUTINE	; number 27
	ldx #3
.loop	lda Data2_27,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_32
	DELAY 5
	rts
Data2_27	hex 5f 61 63 65 67 69 6b 6d

Routine2_28 SUBROUTINE	; number 28
	ldx #4
.loop	lda Data2_28,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_39
	DELAY 6
	rts
Data2_28	hex 6c 6e 70 72 74 76 78 7a

Routine2_29 SUBROUTINE	; number 29
	ldx #5
.loop	lda Data2_29,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_6
	DELAY 7
	rts
Data2_29	hex 79 7b 7d 7f 81 83 85 87

Routine2_30 SUBROUTINE	; number 30
	ldx #6
.loop	lda Data2_30,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_13
	DELAY 8
	rts
Data2_30	hex 86 88 8a 8c 8e 90 92 94

Routine2_31 SUBROUTINE	; number 31
	ldx #7
.loop	lda Data2_31,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_20
	DELAY 9
	rts
Data2_31	hex 93 95 97 99 9b 9d 9f a1

Routine2_32 SUBROUTINE	; number 32
	ldx #0
.loop	lda Data2_32,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_27
	DELAY 10
	rts
Data2_32	hex a0 a2 a4 a6 a8 aa ac ae

Routine2_33 SUBROUTINE	; number 33
	ldx #1
.loop	lda Data2_33,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_34
	DELAY 11
	rts
Data2_33	hex ad af b1 b3 b5 b7 b9 bb

Routine2_34 SUBROUTINE	; number 34
	ldx #2
.loop	lda Data2_34,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_1
	DELAY 12
	rts
Data2_34	hex ba bc be c0 c2 c4 c6 c8

Routine2_35 SUBROUTINE	; number 35
	ldx #3
.loop	lda Data2_35,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_8
	DELAY 13
	rts
Data2_35	hex c7 c9 cb cd cf d1 d3 d5

Routine2_36 SUBROUTINE	; number 36
	ldx #4
.loop	lda Data2_36,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_15
	DELAY 5
	rts
Data2_36	hex d4 d6 d8 da dc de e0 e2

Routine2_37 SUBROUTINE	; number 37
	ldx #5
.loop	lda Data2_37,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_22
	DELAY 6
	rts
Data2_37	hex e1 e3 e5 e7 e9 eb ed ef

Routine2_38 SUBROUTINE	; number 38
	ldx #6
.loop	lda Data2_38,x
	sta first,x
	dex
	bpl .loop
	jsr Routine2_29
	DELAY 7
	rts
Data2_38	hex ee f0 f2 f4 f6 f8 fa fc

Routine2_39 SUBROUTINE	; number 39
	ldx #7
.loop	lda Data2_39,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine2_36
	DELAY 8
	rts
Data2_39	hex fb fd ff 01 03 05 07 09
