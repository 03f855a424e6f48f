; part 7
Routine7_0 SUBROUTINE	; number 0
	ldx #0
.loop	lda Data7_0,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_3
	DELAY 5
	rts
Data7_0	hex 00 07 0e 15 1c 23 2a 31

Routine7_1 SUBROUTINE	; number 1
	ldx #1
.loop	lda Data7_1,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_10
	DELAY 6
	rts
Data7_1	hex 0d 14 1b 22 29 30 37 3e

Routine7_2 SUBROUTINE	; number 2
	ldx #2
.loop	lda Data7_2,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_17
	DELAY 7
	rts
Data7_2	hex 1a 21 28 2f 36 3d 44 4b

Routine7_3 SUBROUTINE	; number 3
	ldx #3
.loop	lda Data7_3,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_24
	DELAY 8
	rts
Data7_3	hex 27 2e 35 3c 43 4a 51 58

Routine7_4 SUBROUTINE	; number 4
	ldx #4
.loop	lda Data7_4,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_31
	DELAY 9
	rts
Data7_4	hex 34 3b 42 49 50 57 5e 65

Routine7_5 SUBROUTINE	; number 5
	ldx #5
.loop	lda Data7_5,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_38
	DELAY 10
	rts
Data7_5	hex 41 48 4f 56 5d 64 6b 72

Routine7_6 SUBROUTINE	; number 6
	ldx #6
.loop	lda Data7_6,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_5
	DELAY 11
	rts
Data7_6	hex 4e 55 5c 63 6a 71 78 7f

Routine7_7 SUBROUTINE	; number 7
	ldx #7
.loop	lda Data7_7,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_12
	DELAY 12
	rts
Data7_7	hex 5b 62 69 70 77 7e 85 8c

Routine7_8 SUBROUTINE	; number 8
	ldx #0
.loop	lda Data7_8,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_19
	DELAY 13
	rts
Data7_8	hex 68 6f 76 7d 84 8b 92 99

Routine7_9 SUBROUTINE	; number 9
	ldx #1
.loop	lda Data7_9,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_26
	DELAY 5
	rts
Data7_9	hex 75 7c 83 8a 91 98 9f a6

Routine7_10 SUBROUTINE	; number 10
	ldx #2
.loop	lda Data7_10,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_33
	DELAY 6
	rts
Data7_10	hex 82 89 90 97 9e a5 ac b3

Routine7_11 SUBROUTINE	; number 11
	ldx #3
.loop	lda Data7_11,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_0
	DELAY 7
	rts
Data7_11	hex 8f 96 9d a4 ab b2 b9 c0

Routine7_12 SUBROUTINE	; number 12
	ldx #4
.loop	lda Data7_12,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_7
	DELAY 8
	rts
Data7_12	hex 9c a3 aa b1 b8 bf c6 cd

Routine7_13 SUBROUTINE	; number 13
	ldx #5
.loop	lda Data7_13,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_14
	DELAY 9
	rts
Data7_13	hex a9 b0 b7 be c5 cc d3 da

Routine7_14 SUBROUTINE	; number 14
	ldx #6
.loop	lda Data7_14,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_21
	DELAY 10
	rts
Data7_14	hex b6 bd c4 cb d2 d9 e0 e7

Routine7_15 SUBROUTINE	; number 15
	ldx #7
.loop	lda Data7_15,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_28
	DELAY 11
	rts
Data7_15	hex c3 ca d1 d8 df e6 ed f4

Routine7_16 SUBROUTINE	; number 16
	ldx #0
.loop	lda Data7_16,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_35
	DELAY 12
	rts
Data7_16	hex d0 d7 de e5 ec f3 fa 01

Routine7_17 SUBROUTINE	; number 17
	ldx #1
.loop	lda Data7_17,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_2
	DELAY 13
	rts
Data7_17	hex dd e4 eb f2 f9 00 07 0e

Routine7_18 SUBROUTINE	; number 18
	ldx #2
.loop	lda Data7_18,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_9
	DELAY 5
	rts
Data7_18	hex ea f1 f8 ff 06 0d 14 1b

Routine7_19 SUBROUTINE	; number 19
	ldx #3
.loop	lda Data7_19,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_16
	DELAY 6
	rts
Data7_19	hex f7 fe 05 0c 13 1a 21 28

Routine7_20 SUBROUTINE	; number 20
	ldx #4
.loop	lda Data7_20,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_23
	DELAY 7
	rts
Data7_20	hex 04 0b 12 19 20 27 2e 35

Routine7_21 SUBROUTINE	; number 21
	ldx #5
.loop	lda Data7_21,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_30
	DELAY 8
	rts
Data7_21	hex 11 18 1f 26 2d 34 3b 42

Routine7_22 SUBROUTINE	; number 22
	ldx #6
.loop	lda Data7_22,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_37
	DELAY 9
	rts
Data7_22	hex 1e 25 2c 33 3a 41 48 4f

Routine7_23 SUBROUTINE	; number 23
	ldx #7
.loop	lda Data7_23,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_4
	DELAY 10
	rts
Data7_23	hex 2b 32 39 40 47 4e 55 5c

Routine7_24 SUBROUTINE	; number 24
	ldx #0
.loop	lda Data7_24,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_11
	DELAY 11
	rts
Data7_24	hex 38 3f 46 4d 54 5b 62 69

Routine7_25 SUBROUTINE	; number 25
	ldx #1
.loop	lda Data7_25,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_18
	DELAY 12
	rts
Data7_25	hex 45 4c 53 5a 61 68 6f 76

Routine7_26 SUBROUTINE	; number 26
	ldx #2
.loop	lda Data7_26,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_25
	DELAY 13
	rts
Data7_26	hex 52 59 60 67 6e 75 7c 83

Routine7_27 SUBROUTINE	; number 27
	ldx #3
.loop	lda Data7_27,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_32
	DELAY 5
	rts
Data7_27	hex 5f 66 6d 74 7b 82 89 90

Routine7_28 SUBROUTINE	; number 28
	ldx #4
.loop	lda Data7_28,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_39
	DELAY 6
	rts
Data7_28	hex 6c 73 7a 81 88 8f 96 9d

Routine7_29 SUBROUTINE	; number 29
	ldx #5
.loop	lda Data7_29,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_6
	DELAY 7
	rts
Data7_29	hex 79 80 87 8e 95 9c a3 aa

Routine7_30 SUBROUTINE	; number 30
	ldx #6
.loop	lda Data7_30,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_13
	DELAY 8
	rts
Data7_30	hex 86 8d 94 9b a2 a9 b0 b7

Routine7_31 SUBROUTINE	; number 31
	ldx #7
.loop	lda Data7_31,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_20
	DELAY 9
	rts
Data7_31	hex 93 9a a1 a8 af b6 bd c4

Routine7_32 SUBROUTINE	; number 32
	ldx #0
.loop	lda Data7_32,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_27
	DELAY 10
	rts
Data7_32	hex a0 a7 ae b5 bc c3 ca d1

Routine7_33 SUBROUTINE	; number 33
	ldx #1
.loop	lda Data7_33,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_34
	DELAY 11
	rts
Data7_33	hex ad b4 bb c2 c9 d0 d7 de

Routine7_34 SUBROUTINE	; number 34
	ldx #2
.loop	lda Data7_34,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_1
	DELAY 12
	rts
Data7_34	hex ba c1 c8 cf d6 dd e4 eb

Routine7_35 SUBROUTINE	; number 35
	ldx #3
.loop	lda Data7_35,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_8
	DELAY 13
	rts
Data7_35	hex c7 ce d5 dc e3 ea f1 f8

Routine7_36 SUBROUTINE	; number 36
	ldx #4
.loop	lda Data7_36,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_15
	DELAY 5
	rts
Data7_36	hex d4 db e2 e9 f0 f7 fe 05

Routine7_37 SUBROUTINE	; number 37
	ldx #5
.loop	lda Data7_37,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_22
	DELAY 6
	rts
Data7_37	hex e1 e8 ef f6 fd 04 0b 12

Routine7_38 SUBROUTINE	; number 38
	ldx #6
.loop	lda Data7_38,x
	sta first,x
	dex
	bpl .loop
	jsr Routine7_29
	DELAY 7
	rts
Data7_38	hex ee f5 fc 03 0a 11 18 1f

Routine7_39 SUBROUTINE	; number 39
	ldx #7
.loop	lda Data7_39,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine7_36
	DELAY 8
	rts
Data7_39	hex fb 02 09 10 17 1e 25 2c
