; part 3
Routine3_0 SUBROUTINE	; number 0
	ldx #0
.loop	lda Data3_0,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_3
	DELAY 5
	rts
Data3_0	hex 00 03 06 09 0c 0f 12 15

Routine3_1 SUBROUTINE	; number 1
	ldx #1
.loop	lda Data3_1,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_10
	DELAY 6
	rts
Data3_1	hex 0d 10 13 16 19 1c 1f 22

Routine3_2 SUBROUTINE	; number 2
	ldx #2
.loop	lda Data3_2,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_17
	DELAY 7
	rts
Data3_2	hex 1a 1d 20 23 26 29 2c 2f

Routine3_3 SUBROUTINE	; number 3
	ldx #3
.loop	lda Data3_3,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_24
	DELAY 8
	rts
Data3_3	hex 27 2a 2d 30 33 36 39 3c

Routine3_4 SUBROUTINE	; number 4
	ldx #4
.loop	lda Data3_4,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_31
	DELAY 9
	rts
Data3_4	hex 34 37 3a 3d 40 43 46 49

Routine3_5 SUBROUTINE	; number 5
	ldx #5
.loop	lda Data3_5,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_38
	DELAY 10
	rts
Data3_5	hex 41 44 47 4a 4d 50 53 56

Routine3_6 SUBROUTINE	; number 6
	ldx #6
.loop	lda Data3_6,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_5
	DELAY 11
	rts
Data3_6	hex 4e 51 54 57 5a 5d 60 63

Routine3_7 SUBROUTINE	; number 7
	ldx #7
.loop	lda Data3_7,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_12
	DELAY 12
	rts
Data3_7	hex 5b 5e 61 64 67 6a 6d 70

Routine3_8 SUBROUTINE	; number 8
	ldx #0
.loop	lda Data3_8,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_19
	DELAY 13
	rts
Data3_8	hex 68 6b 6e 71 74 77 7a 7d

Routine3_9 SUBROUTINE	; number 9
	ldx #1
.loop	lda Data3_9,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_26
	DELAY 5
	rts
Data3_9	hex 75 78 7b 7e 81 84 87 8a

Routine3_10 SUBROUTINE	; number 10
	ldx #2
.loop	lda Data3_10,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_33
	DELAY 6
	rts
Data3_10	hex 82 85 88 8b 8e 91 94 97

Routine3_11 SUBROUTINE	; number 11
	ldx #3
.loop	lda Data3_11,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_0
	DELAY 7
	rts
Data3_11	hex 8f 92 95 98 9b 9e a1 a4

Routine3_12 SUBROUTINE	; number 12
	ldx #4
.loop	lda Data3_12,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_7
	DELAY 8
	rts
Data3_12	hex 9c 9f a2 a5 a8 ab ae b1

Routine3_13 SUBROUTINE	; number 13
	ldx #5
.loop	lda Data3_13,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_14
	DELAY 9
	rts
Data3_13	hex a9 ac af b2 b5 b8 bb be

Routine3_14 SUBROUTINE	; number 14
	ldx #6
.loop	lda Data3_14,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_21
	DELAY 10
	rts
Data3_14	hex b6 b9 bc bf c2 c5 c8 cb

Routine3_15 SUBROUTINE	; number 15
	ldx #7
.loop	lda Data3_15,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_28
	DELAY 11
	rts
Data3_15	hex c3 c6 c9 cc cf d2 d5 d8

Routine3_16 SUBROUTINE	; number 16
	ldx #0
.loop	lda Data3_16,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_35
	DELAY 12
	rts
Data3_16	hex d0 d3 d6 d9 dc df e2 e5

Routine3_17 SUBROUTINE	; number 17
	ldx #1
.loop	lda Data3_17,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_2
	DELAY 13
	rts
Data3_17	hex dd e0 e3 e6 e9 ec ef f2

Routine3_18 SUBROUTINE	; number 18
	ldx #2
.loop	lda Data3_18,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_9
	DELAY 5
	rts
Data3_18	hex ea ed f0 f3 f6 f9 fc ff

Routine3_19 SUBROUTINE	; number 19
	ldx #3
.loop	lda Data3_19,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_16
	DELAY 6
	rts
Data3_19	hex f7 fa fd 00 03 06 09 0c

Routine3_20 SUBROUTINE	; number 20
	ldx #4
.loop	lda Data3_20,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_23
	DELAY 7
	rts
Data3_20	hex 04 07 0a 0d 10 13 16 19

Routine3_21 SUBROUTINE	; number 21
	ldx #5
.loop	lda Data3_21,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_30
	DELAY 8
	rts
Data3_21	hex 11 14 17 1a 1d 20 23 26

Routine3_22 SUBROUTINE	; number 22
	ldx #6
.loop	lda Data3_22,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_37
	DELAY 9
	rts
Data3_22	hex 1e 21 24 27 2a 2d 30 33

Routine3_23 SUBROUTINE	; number 23
	ldx #7
.loop	lda Data3_23,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_4
	DELAY 10
	rts
Data3_23	hex 2b 2e 31 34 37 3a 3d 40

Routine3_24 SUBROUTINE	; number 24
	ldx #0
.loop	lda Data3_24,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_11
	DELAY 11
	rts
Data3_24	hex 38 3b 3e 41 44 47 4a 4d

Routine3_25 SUBROUTINE	; number 25
	ldx #1
.loop	lda Data3_25,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_18
	DELAY 12
	rts
Data3_25	hex 45 48 4b 4e 51 54 57 5a

Routine3_26 SUBROUTINE	; number 26
	ldx #2
.loop	lda Data3_26,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_25
	DELAY 13
	rts
Data3_26	hex 52 55 58 5b 5e 61 64 67

Routine3_27 SUBROUTINE	; number 27
	ldx #3
.loop	lda Data3_27,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_32
	DELAY 5
	rts
Data3_27	hex 5f 62 65 68 6b 6e 71 74

Routine3_28 SUBROUTINE	; number 28
	ldx #4
.loop	lda Data3_28,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_39
	DELAY 6
	rts
Data3_28	hex 6c 6f 72 75 78 7b 7e 81

Routine3_29 SUBROUTINE	; number 29
	ldx #5
.loop	lda Data3_29,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_6
	DELAY 7
	rts
Data3_29	hex 79 7c 7f 82 85 88 8b 8e

Routine3_30 SUBROUTINE	; number 30
	ldx #6
.loop	lda Data3_30,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_13
	DELAY 8
	rts
Data3_30	hex 86 89 8c 8f 92 95 98 9b

Routine3_31 SUBROUTINE	; number 31
	ldx #7
.loop	lda Data3_31,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_20
	DELAY 9
	rts
Data3_31	hex 93 96 99 9c 9f a2 a5 a8

Routine3_32 SUBROUTINE	; number 32
	ldx #0
.loop	lda Data3_32,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_27
	DELAY 10
	rts
Data3_32	hex a0 a3 a6 a9 ac af b2 b5

Routine3_33 SUBROUTINE	; number 33
	ldx #1
.loop	lda Data3_33,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_34
	DELAY 11
	rts
Data3_33	hex ad b0 b3 b6 b9 bc bf c2

Routine3_34 SUBROUTINE	; number 34
	ldx #2
.loop	lda Data3_34,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_1
	DELAY 12
	rts
Data3_34	hex ba bd c0 c3 c6 c9 cc cf

Routine3_35 SUBROUTINE	; number 35
	ldx #3
.loop	lda Data3_35,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_8
	DELAY 13
	rts
Data3_35	hex c7 ca cd d0 d3 d6 d9 dc

Routine3_36 SUBROUTINE	; number 36
	ldx #4
.loop	lda Data3_36,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_15
	DELAY 5
	rts
Data3_36	hex d4 d7 da dd e0 e3 e6 e9

Routine3_37 SUBROUTINE	; number 37
	ldx #5
.loop	lda Data3_37,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_22
	DELAY 6
	rts
Data3_37	hex e1 e4 e7 ea ed f0 f3 f6

Routine3_38 SUBROUTINE	; number 38
	ldx #6
.loop	lda Data3_38,x
	sta first,x
	dex
	bpl .loop
	jsr Routine3_29
	DELAY 7
	rts
Data3_38	hex ee f1 f4 f7 fa fd 00 03

Routine3_39 SUBROUTINE	; number 39
	ldx #7
.loop	lda Data3_39,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine3_36
	DELAY 8
	rts
Data3_39	hex fb fe 01 04 07 0a 0d 10
