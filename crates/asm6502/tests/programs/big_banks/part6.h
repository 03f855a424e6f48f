; part 6
Routine6_0 SUBROUTINE	; number 0
	ldx #0
.loop	lda Data6_0,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_3
	DELAY 5
	rts
Data6_0	hex 00 06 0c 12 18 1e 24 2a

Routine6_1 SUBROUTINE	; number 1
	ldx #1
.loop	lda Data6_1,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_10
	DELAY 6
	rts
Data6_1	hex 0d 13 19 1f 25 2b 31 37

Routine6_2 SUBROUTINE	; number 2
	ldx #2
.loop	lda Data6_2,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_17
	DELAY 7
	rts
Data6_2	hex 1a 20 26 2c 32 38 3e 44

Routine6_3 SUBROUTINE	; number 3
	ldx #3
.loop	lda Data6_3,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_24
	DELAY 8
	rts
Data6_3	hex 27 2d 33 39 3f 45 4b 51

Routine6_4 SUBROUTINE	; number 4
	ldx #4
.loop	lda Data6_4,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_31
	DELAY 9
	rts
Data6_4	hex 34 3a 40 46 4c 52 58 5e

Routine6_5 SUBROUTINE	; number 5
	ldx #5
.loop	lda Data6_5,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_38
	DELAY 10
	rts
Data6_5	hex 41 47 4d 53 59 5f 65 6b

Routine6_6 SUBROUTINE	; number 6
	ldx #6
.loop	lda Data6_6,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_5
	DELAY 11
	rts
Data6_6	hex 4e 54 5a 60 66 6c 72 78

Routine6_7 SUBROUTINE	; number 7
	ldx #7
.loop	lda Data6_7,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_12
	DELAY 12
	rts
Data6_7	hex 5b 61 67 6d 73 79 7f 85

Routine6_8 SUBROUTINE	; number 8
	ldx #0
.loop	lda Data6_8,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_19
	DELAY 13
	rts
Data6_8	hex 68 6e 74 7a 80 86 8c 92

Routine6_9 SUBROUTINE	; number 9
	ldx #1
.loop	lda Data6_9,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_26
	DELAY 5
	rts
Data6_9	hex 75 7b 81 87 8d 93 99 9f

Routine6_10 SUBROUTINE	; number 10
	ldx #2
.loop	lda Data6_10,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_33
	DELAY 6
	rts
Data6_10	hex 82 88 8e 94 9a a0 a6 ac

Routine6_11 SUBROUTINE	; number 11
	ldx #3
.loop	lda Data6_11,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_0
	DELAY 7
	rts
Data6_11	hex 8f 95 9b a1 a7 ad b3 b9

Routine6_12 SUBROUTINE	; number 12
	ldx #4
.loop	lda Data6_12,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_7
	DELAY 8
	rts
Data6_12	hex 9c a2 a8 ae b4 ba c0 c6

Routine6_13 SUBROUTINE	; number 13
	ldx #5
.loop	lda Data6_13,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_14
	DELAY 9
	rts
Data6_13	hex a9 af b5 bb c1 c7 cd d3

Routine6_14 SUBROUTINE	; number 14
	ldx #6
.loop	lda Data6_14,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_21
	DELAY 10
	rts
Data6_14	hex b6 bc c2 c8 ce d4 da e0

Routine6_15 SUBROUTINE	; number 15
	ldx #7
.loop	lda Data6_15,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_28
	DELAY 11
	rts
Data6_15	hex c3 c9 cf d5 db e1 e7 ed

Routine6_16 SUBROUTINE	; number 16
	ldx #0
.loop	lda Data6_16,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_35
	DELAY 12
	rts
Data6_16	hex d0 d6 dc e2 e8 ee f4 fa

Routine6_17 SUBROUTINE	; number 17
	ldx #1
.loop	lda Data6_17,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_2
	DELAY 13
	rts
Data6_17	hex dd e3 e9 ef f5 fb 01 07

Routine6_18 SUBROUTINE	; number 18
	ldx #2
.loop	lda Data6_18,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_9
	DELAY 5
	rts
Data6_18	hex ea f0 f6 fc 02 08 0e 14

Routine6_19 SUBROUTINE	; number 19
	ldx #3
.loop	lda Data6_19,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_16
	DELAY 6
	rts
Data6_19	hex f7 fd 03 09 0f 15 1b 21

Routine6_20 SUBROUTINE	; number 20
	ldx #4
.loop	lda Data6_20,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_23
	DELAY 7
	rts
Data6_20	hex 04 0a 10 16 1c 22 28 2e

Routine6_21 SUBROUTINE	; number 21
	ldx #5
.loop	lda Data6_21,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_30
	DELAY 8
	rts
Data6_21	hex 11 17 1d 23 29 2f 35 3b

Routine6_22 SUBROUTINE	; number 22
	ldx #6
.loop	lda Data6_22,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_37
	DELAY 9
	rts
Data6_22	hex 1e 24 2a 30 36 3c 42 48

Routine6_23 SUBROUTINE	; number 23
	ldx #7
.loop	lda Data6_23,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_4
	DELAY 10
	rts
Data6_23	hex 2b 31 37 3d 43 49 4f 55

Routine6_24 SUBROUTINE	; number 24
	ldx #0
.loop	lda Data6_24,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_11
	DELAY 11
	rts
Data6_24	hex 38 3e 44 4a 50 56 5c 62

Routine6_25 SUBROUTINE	; number 25
	ldx #1
.loop	lda Data6_25,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_18
	DELAY 12
	rts
Data6_25	hex 45 4b 51 57 5d 63 69 6f

Routine6_26 SUBROUTINE	; number 26
	ldx #2
.loop	lda Data6_26,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_25
	DELAY 13
	rts
Data6_26	hex 52 58 5e 64 6a 70 76 7c

Routine6_27 SUBROUTINE	; number 27
	ldx #3
.loop	lda Data6_27,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_32
	DELAY 5
	rts
Data6_27	hex 5f 65 6b 71 77 7d 83 89

Routine6_28 SUBROUTINE	; number 28
	ldx #4
.loop	lda Data6_28,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_39
	DELAY 6
	rts
Data6_28	hex 6c 72 78 7e 84 8a 90 96

Routine6_29 SUBROUTINE	; number 29
	ldx #5
.loop	lda Data6_29,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_6
	DELAY 7
	rts
Data6_29	hex 79 7f 85 8b 91 97 9d a3

Routine6_30 SUBROUTINE	; number 30
	ldx #6
.loop	lda Data6_30,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_13
	DELAY 8
	rts
Data6_30	hex 86 8c 92 98 9e a4 aa b0

Routine6_31 SUBROUTINE	; number 31
	ldx #7
.loop	lda Data6_31,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_20
	DELAY 9
	rts
Data6_31	hex 93 99 9f a5 ab b1 b7 bd

Routine6_32 SUBROUTINE	; number 32
	ldx #0
.loop	lda Data6_32,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_27
	DELAY 10
	rts
Data6_32	hex a0 a6 ac b2 b8 be c4 ca

Routine6_33 SUBROUTINE	; number 33
	ldx #1
.loop	lda Data6_33,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_34
	DELAY 11
	rts
Data6_33	hex ad b3 b9 bf c5 cb d1 d7

Routine6_34 SUBROUTINE	; number 34
	ldx #2
.loop	lda Data6_34,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_1
	DELAY 12
	rts
Data6_34	hex ba c0 c6 cc d2 d8 de e4

Routine6_35 SUBROUTINE	; number 35
	ldx #3
.loop	lda Data6_35,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_8
	DELAY 13
	rts
Data6_35	hex c7 cd d3 d9 df e5 eb f1

Routine6_36 SUBROUTINE	; number 36
	ldx #4
.loop	lda Data6_36,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_15
	DELAY 5
	rts
Data6_36	hex d4 da e0 e6 ec f2 f8 fe

Routine6_37 SUBROUTINE	; number 37
	ldx #5
.loop	lda Data6_37,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_22
	DELAY 6
	rts
Data6_37	hex e1 e7 ed f3 f9 ff 05 0b

Routine6_38 SUBROUTINE	; number 38
	ldx #6
.loop	lda Data6_38,x
	sta first,x
	dex
	bpl .loop
	jsr Routine6_29
	DELAY 7
	rts
Data6_38	hex ee f4 fa 00 06 0c 12 18

Routine6_39 SUBROUTINE	; number 39
	ldx #7
.loop	lda Data6_39,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine6_36
	DELAY 8
	rts
Data6_39	hex fb 01 07 0d 13 19 1f 25
