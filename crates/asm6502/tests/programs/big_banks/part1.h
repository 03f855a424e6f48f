; part 1
Routine1_0 SUBROUTINE	; number 0
	ldx #0
.loop	lda Data1_0,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_3
	DELAY 5
	rts
Data1_0	hex 00 01 02 03 04 05 06 07

Routine1_1 SUBROUTINE	; number 1
	ldx #1
.loop	lda Data1_1,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_10
	DELAY 6
	rts
Data1_1	hex 0d 0e 0f 10 11 12 13 14

Routine1_2 SUBROUTINE	; number 2
	ldx #2
.loop	lda Data1_2,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_17
	DELAY 7
	rts
Data1_2	hex 1a 1b 1c 1d 1e 1f 20 21

Routine1_3 SUBROUTINE	; number 3
	ldx #3
.loop	lda Data1_3,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_24
	DELAY 8
	rts
Data1_3	hex 27 28 29 2a 2b 2c 2d 2e

Routine1_4 SUBROUTINE	; number 4
	ldx #4
.loop	lda Data1_4,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_31
	DELAY 9
	rts
Data1_4	hex 34 35 36 37 38 39 3a 3b

Routine1_5 SUBROUTINE	; number 5
	ldx #5
.loop	lda Data1_5,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_38
	DELAY 10
	rts
Data1_5	hex 41 42 43 44 45 46 47 48

Routine1_6 SUBROUTINE	; number 6
	ldx #6
.loop	lda Data1_6,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_5
	DELAY 11
	rts
Data1_6	hex 4e 4f 50 51 52 53 54 55

Routine1_7 SUBROUTINE	; number 7
	ldx #7
.loop	lda Data1_7,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_12
	DELAY 12
	rts
Data1_7	hex 5b 5c 5d 5e 5f 60 61 62

Routine1_8 SUBROUTINE	; number 8
	ldx #0
.loop	lda Data1_8,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_19
	DELAY 13
	rts
Data1_8	hex 68 69 6a 6b 6c 6d 6e 6f

Routine1_9 SUBROUTINE	; number 9
	ldx #1
.loop	lda Data1_9,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_26
	DELAY 5
	rts
Data1_9	hex 75 76 77 78 79 7a 7b 7c

Routine1_10 SUBROUTINE	; number 10
	ldx #2
.loop	lda Data1_10,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_33
	DELAY 6
	rts
Data1_10	hex 82 83 84 85 86 87 88 89

Routine1_11 SUBROUTINE	; number 11
	ldx #3
.loop	lda Data1_11,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_0
	DELAY 7
	rts
Data1_11	hex 8f 90 91 92 93 94 95 96

Routine1_12 SUBROUTINE	; number 12
	ldx #4
.loop	lda Data1_12,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_7
	DELAY 8
	rts
Data1_12	hex 9c 9d 9e 9f a0 a1 a2 a3

Routine1_13 SUBROUTINE	; number 13
	ldx #5
.loop	lda Data1_13,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_14
	DELAY 9
	rts
Data1_13	hex a9 aa ab ac ad ae af b0

Routine1_14 SUBROUTINE	; number 14
	ldx #6
.loop	lda Data1_14,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_21
	DELAY 10
	rts
Data1_14	hex b6 b7 b8 b9 ba bb bc bd

Routine1_15 SUBROUTINE	; number 15
	ldx #7
.loop	lda Data1_15,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_28
	DELAY 11
	rts
Data1_15	hex c3 c4 c5 c6 c7 c8 c9 ca

Routine1_16 SUBROUTINE	; number 16
	ldx #0
.loop	lda Data1_16,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_35
	DELAY 12
	rts
Data1_16	hex d0 d1 d2 d3 d4 d5 d6 d7

Routine1_17 SUBROUTINE	; number 17
	ldx #1
.loop	lda Data1_17,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_2
	DELAY 13
	rts
Data1_17	hex dd de df e0 e1 e2 e3 e4

Routine1_18 SUBROUTINE	; number 18
	ldx #2
.loop	lda Data1_18,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_9
	DELAY 5
	rts
Data1_18	hex ea eb ec ed ee ef f0 f1

Routine1_19 SUBROUTINE	; number 19
	ldx #3
.loop	lda Data1_19,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_16
	DELAY 6
	rts
Data1_19	hex f7 f8 f9 fa fb fc fd fe

Routine1_20 SUBROUTINE	; number 20
	ldx #4
.loop	lda Data1_20,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_23
	DELAY 7
	rts
Data1_20	hex 04 05 06 07 08 09 0a 0b

Routine1_21 SUBROUTINE	; number 21
	ldx #5
.loop	lda Data1_21,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_30
	DELAY 8
	rts
Data1_21	hex 11 12 13 14 15 16 17 18

Routine1_22 SUBROUTINE	; number 22
	ldx #6
.loop	lda Data1_22,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_37
	DELAY 9
	rts
Data1_22	hex 1e 1f 20 21 22 23 24 25

Routine1_23 SUBROUTINE	; number 23
	ldx #7
.loop	lda Data1_23,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_4
	DELAY 10
	rts
Data1_23	hex 2b 2c 2d 2e 2f 30 31 32

Routine1_24 SUBROUTINE	; number 24
	ldx #0
.loop	lda Data1_24,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_11
	DELAY 11
	rts
Data1_24	hex 38 39 3a 3b 3c 3d 3e 3f

Routine1_25 SUBROUTINE	; number 25
	ldx #1
.loop	lda Data1_25,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_18
	DELAY 12
	rts
Data1_25	hex 45 46 47 48 49 4a 4b 4c

Routine1_26 SUBROUTINE	; number 26
	ldx #2
.loop	lda Data1_26,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_25
	DELAY 13
	rts
Data1_26	hex 52 53 54 55 56 57 58 59

Routine1_27 SUBROUTINE	; number 27
	ldx #3
.loop	lda Data1_27,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_32
	DELAY 5
	rts
Data1_27	hex 5f 60 61 62 63 64 65 66

Routine1_28 SUBROUTINE	; number 28
	ldx #4
.loop	lda Data1_28,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_39
	DELAY 6
	rts
Data1_28	hex 6c 6d 6e 6f 70 71 72 73

Routine1_29 SUBROUTINE	; number 29
	ldx #5
.loop	lda Data1_29,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_6
	DELAY 7
	rts
Data1_29	hex 79 7a 7b 7c 7d 7e 7f 80

Routine1_30 SUBROUTINE	; number 30
	ldx #6
.loop	lda Data1_30,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_13
	DELAY 8
	rts
Data1_30	hex 86 87 88 89 8a 8b 8c 8d

Routine1_31 SUBROUTINE	; number 31
	ldx #7
.loop	lda Data1_31,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_20
	DELAY 9
	rts
Data1_31	hex 93 94 95 96 97 98 99 9a

Routine1_32 SUBROUTINE	; number 32
	ldx #0
.loop	lda Data1_32,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_27
	DELAY 10
	rts
Data1_32	hex a0 a1 a2 a3 a4 a5 a6 a7

Routine1_33 SUBROUTINE	; number 33
	ldx #1
.loop	lda Data1_33,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_34
	DELAY 11
	rts
Data1_33	hex ad ae af b0 b1 b2 b3 b4

Routine1_34 SUBROUTINE	; number 34
	ldx #2
.loop	lda Data1_34,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_1
	DELAY 12
	rts
Data1_34	hex ba bb bc bd be bf c0 c1

Routine1_35 SUBROUTINE	; number 35
	ldx #3
.loop	lda Data1_35,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_8
	DELAY 13
	rts
Data1_35	hex c7 c8 c9 ca cb cc cd ce

Routine1_36 SUBROUTINE	; number 36
	ldx #4
.loop	lda Data1_36,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_15
	DELAY 5
	rts
Data1_36	hex d4 d5 d6 d7 d8 d9 da db

Routine1_37 SUBROUTINE	; number 37
	ldx #5
.loop	lda Data1_37,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_22
	DELAY 6
	rts
Data1_37	hex e1 e2 e3 e4 e5 e6 e7 e8

Routine1_38 SUBROUTINE	; number 38
	ldx #6
.loop	lda Data1_38,x
	sta first,x
	dex
	bpl .loop
	jsr Routine1_29
	DELAY 7
	rts
Data1_38	hex ee ef f0 f1 f2 f3 f4 f5

Routine1_39 SUBROUTINE	; number 39
	ldx #7
.loop	lda Data1_39,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine1_36
	DELAY 8
	rts
Data1_39	hex fb fc fd fe ff 00 01 02
