; part 0
Routine0_0 SUBROUTINE	; number 0
	ldx #0
.loop	lda Data0_0,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_3
	DELAY 5
	rts
Data0_0	hex 00 00 00 00 00 00 00 00

Routine0_1 SUBROUTINE	; number 1
	ldx #1
.loop	lda Data0_1,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_10
	DELAY 6
	rts
Data0_1	hex 0d 0d 0d 0d 0d 0d 0d 0d

Routine0_2 SUBROUTINE	; number 2
	ldx #2
.loop	lda Data0_2,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_17
	DELAY 7
	rts
Data0_2	hex 1a 1a 1a 1a 1a 1a 1a 1a

Routine0_3 SUBROUTINE	; number 3
	ldx #3
.loop	lda Data0_3,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_24
	DELAY 8
	rts
Data0_3	hex 27 27 27 27 27 27 27 27

Routine0_4 SUBROUTINE	; number 4
	ldx #4
.loop	lda Data0_4,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_31
	DELAY 9
	rts
Data0_4	hex 34 34 34 34 34 34 34 34

Routine0_5 SUBROUTINE	; number 5
	ldx #5
.loop	lda Data0_5,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_38
	DELAY 10
	rts
Data0_5	hex 41 41 41 41 41 41 41 41

Routine0_6 SUBROUTINE	; number 6
	ldx #6
.loop	lda Data0_6,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_5
	DELAY 11
	rts
Data0_6	hex 4e 4e 4e 4e 4e 4e 4e 4e

Routine0_7 SUBROUTINE	; number 7
	ldx #7
.loop	lda Data0_7,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_12
	DELAY 12
	rts
Data0_7	hex 5b 5b 5b 5b 5b 5b 5b 5b

Routine0_8 SUBROUTINE	; number 8
	ldx #0
.loop	lda Data0_8,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_19
	DELAY 13
	rts
Data0_8	hex 68 68 68 68 68 68 68 68

Routine0_9 SUBROUTINE	; number 9
	ldx #1
.loop	lda Data0_9,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_26
	DELAY 5
	rts
Data0_9	hex 75 75 75 75 75 75 75 75

Routine0_10 SUBROUTINE	; number 10
	ldx #2
.loop	lda Data0_10,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_33
	DELAY 6
	rts
Data0_10	hex 82 82 82 82 82 82 82 82

Routine0_11 SUBROUTINE	; number 11
	ldx #3
.loop	lda Data0_11,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_0
	DELAY 7
	rts
Data0_11	hex 8f 8f 8f 8f 8f 8f 8f 8f

Routine0_12 SUBROUTINE	; number 12
	ldx #4
.loop	lda Data0_12,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_7
	DELAY 8
	rts
Data0_12	hex 9c 9c 9c 9c 9c 9c 9c 9c

Routine0_13 SUBROUTINE	; number 13
	ldx #5
.loop	lda Data0_13,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_14
	DELAY 9
	rts
Data0_13	hex a9 a9 a9 a9 a9 a9 a9 a9

Routine0_14 SUBROUTINE	; number 14
	ldx #6
.loop	lda Data0_14,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_21
	DELAY 10
	rts
Data0_14	hex b6 b6 b6 b6 b6 b6 b6 b6

Routine0_15 SUBROUTINE	; number 15
	ldx #7
.loop	lda Data0_15,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_28
	DELAY 11
	rts
Data0_15	hex c3 c3 c3 c3 c3 c3 c3 c3

Routine0_16 SUBROUTINE	; number 16
	ldx #0
.loop	lda Data0_16,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_35
	DELAY 12
	rts
Data0_16	hex d0 d0 d0 d0 d0 d0 d0 d0

Routine0_17 SUBROUTINE	; number 17
	ldx #1
.loop	lda Data0_17,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_2
	DELAY 13
	rts
Data0_17	hex dd dd dd dd dd dd dd dd

Routine0_18 SUBROUTINE	; number 18
	ldx #2
.loop	lda Data0_18,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_9
	DELAY 5
	rts
Data0_18	hex ea ea ea ea ea ea ea ea

Routine0_19 SUBROUTINE	; number 19
	ldx #3
.loop	lda Data0_19,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_16
	DELAY 6
	rts
Data0_19	hex f7 f7 f7 f7 f7 f7 f7 f7

Routine0_20 SUBROUTINE	; number 20
	ldx #4
.loop	lda Data0_20,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_23
	DELAY 7
	rts
Data0_20	hex 04 04 04 04 04 04 04 04

Routine0_21 SUBROUTINE	; number 21
	ldx #5
.loop	lda Data0_21,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_30
	DELAY 8
	rts
Data0_21	hex 11 11 11 11 11 11 11 11

Routine0_22 SUBROUTINE	; number 22
	ldx #6
.loop	lda Data0_22,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_37
	DELAY 9
	rts
Data0_22	hex 1e 1e 1e 1e 1e 1e 1e 1e

Routine0_23 SUBROUTINE	; number 23
	ldx #7
.loop	lda Data0_23,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_4
	DELAY 10
	rts
Data0_23	hex 2b 2b 2b 2b 2b 2b 2b 2b

Routine0_24 SUBROUTINE	; number 24
	ldx #0
.loop	lda Data0_24,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_11
	DELAY 11
	rts
Data0_24	hex 38 38 38 38 38 38 38 38

Routine0_25 SUBROUTINE	; number 25
	ldx #1
.loop	lda Data0_25,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_18
	DELAY 12
	rts
Data0_25	hex 45 45 45 45 45 45 45 45

Routine0_26 SUBROUTINE	; number 26
	ldx #2
.loop	lda Data0_26,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_25
	DELAY 13
	rts
Data0_26	hex 52 52 52 52 52 52 52 52

Routine0_27 SUBROUTINE	; number 27
	ldx #3
.loop	lda Data0_27,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_32
	DELAY 5
	rts
Data0_27	hex 5f 5f 5f 5f 5f 5f 5f 5f

Routine0_28 SUBROUTINE	; number 28
	ldx #4
.loop	lda Data0_28,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_39
	DELAY 6
	rts
Data0_28	hex 6c 6c 6c 6c 6c 6c 6c 6c

Routine0_29 SUBROUTINE	; number 29
	ldx #5
.loop	lda Data0_29,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_6
	DELAY 7
	rts
Data0_29	hex 79 79 79 79 79 79 79 79

Routine0_30 SUBROUTINE	; number 30
	ldx #6
.loop	lda Data0_30,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_13
	DELAY 8
	rts
Data0_30	hex 86 86 86 86 86 86 86 86

Routine0_31 SUBROUTINE	; number 31
	ldx #7
.loop	lda Data0_31,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_20
	DELAY 9
	rts
Data0_31	hex 93 93 93 93 93 93 93 93

Routine0_32 SUBROUTINE	; number 32
	ldx #0
.loop	lda Data0_32,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_27
	DELAY 10
	rts
Data0_32	hex a0 a0 a0 a0 a0 a0 a0 a0

Routine0_33 SUBROUTINE	; number 33
	ldx #1
.loop	lda Data0_33,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_34
	DELAY 11
	rts
Data0_33	hex ad ad ad ad ad ad ad ad

Routine0_34 SUBROUTINE	; number 34
	ldx #2
.loop	lda Data0_34,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_1
	DELAY 12
	rts
Data0_34	hex ba ba ba ba ba ba ba ba

Routine0_35 SUBROUTINE	; number 35
	ldx #3
.loop	lda Data0_35,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_8
	DELAY 13
	rts
Data0_35	hex c7 c7 c7 c7 c7 c7 c7 c7

Routine0_36 SUBROUTINE	; number 36
	ldx #4
.loop	lda Data0_36,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_15
	DELAY 5
	rts
Data0_36	hex d4 d4 d4 d4 d4 d4 d4 d4

Routine0_37 SUBROUTINE	; number 37
	ldx #5
.loop	lda Data0_37,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_22
	DELAY 6
	rts
Data0_37	hex e1 e1 e1 e1 e1 e1 e1 e1

Routine0_38 SUBROUTINE	; number 38
	ldx #6
.loop	lda Data0_38,x
	sta first,x
	dex
	bpl .loop
	jsr Routine0_29
	DELAY 7
	rts
Data0_38	hex ee ee ee ee ee ee ee ee

Routine0_39 SUBROUTINE	; number 39
	ldx #7
.loop	lda Data0_39,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine0_36
	DELAY 8
	rts
Data0_39	hex fb fb fb fb fb fb fb fb
