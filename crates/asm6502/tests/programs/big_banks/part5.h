; part 5
Routine5_0 SUBROUTINE	; number 0
	ldx #0
.loop	lda Data5_0,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_3
	DELAY 5
	rts
Data5_0	hex 00 05 0a 0f 14 19 1e 23

Routine5_1 SUBROUTINE	; number 1
	ldx #1
.loop	lda Data5_1,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_10
	DELAY 6
	rts
Data5_1	hex 0d 12 17 1c 21 26 2b 30

Routine5_2 SUBROUTINE	; number 2
	ldx #2
.loop	lda Data5_2,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_17
	DELAY 7
	rts
Data5_2	hex 1a 1f 24 29 2e 33 38 3d

Routine5_3 SUBROUTINE	; number 3
	ldx #3
.loop	lda Data5_3,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_24
	DELAY 8
	rts
Data5_3	hex 27 2c 31 36 3b 40 45 4a

Routine5_4 SUBROUTINE	; number 4
	ldx #4
.loop	lda Data5_4,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_31
	DELAY 9
	rts
Data5_4	hex 34 39 3e 43 48 4d 52 57

Routine5_5 SUBROUTINE	; number 5
	ldx #5
.loop	lda Data5_5,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_38
	DELAY 10
	rts
Data5_5	hex 41 46 4b 50 55 5a 5f 64

Routine5_6 SUBROUTINE	; number 6
	ldx #6
.loop	lda Data5_6,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_5
	DELAY 11
	rts
Data5_6	hex 4e 53 58 5d 62 67 6c 71

Routine5_7 SUBROUTINE	; number 7
	ldx #7
.loop	lda Data5_7,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_12
	DELAY 12
	rts
Data5_7	hex 5b 60 65 6a 6f 74 79 7e

Routine5_8 SUBROUTINE	; number 8
	ldx #0
.loop	lda Data5_8,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_19
	DELAY 13
	rts
Data5_8	hex 68 6d 72 77 7c 81 86 8b

Routine5_9 SUBROUTINE	; number 9
	ldx #1
.loop	lda Data5_9,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_26
	DELAY 5
	rts
Data5_9	hex 75 7a 7f 84 89 8e 93 98

Routine5_10 SUBROUTINE	; number 10
	ldx #2
.loop	lda Data5_10,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_33
	DELAY 6
	rts
Data5_10	hex 82 87 8c 91 96 9b a0 a5

Routine5_11 SUBROUTINE	; number 11
	ldx #3
.loop	lda Data5_11,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_0
	DELAY 7
	rts
Data5_11	hex 8f 94 99 9e a3 a8 ad b2

Routine5_12 SUBROUTINE	; number 12
	ldx #4
.loop	lda Data5_12,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_7
	DELAY 8
	rts
Data5_12	hex 9c a1 a6 ab b0 b5 ba bf

Routine5_13 SUBROUTINE	; number 13
	ldx #5
.loop	lda Data5_13,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_14
	DELAY 9
	rts
Data5_13	hex a9 ae b3 b8 bd c2 c7 cc

Routine5_14 SUBROUTINE	; number 14
	ldx #6
.loop	lda Data5_14,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_21
	DELAY 10
	rts
Data5_14	hex b6 bb c0 c5 ca cf d4 d9

Routine5_15 SUBROUTINE	; number 15
	ldx #7
.loop	lda Data5_15,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_28
	DELAY 11
	rts
Data5_15	hex c3 c8 cd d2 d7 dc e1 e6

Routine5_16 SUBROUTINE	; number 16
	ldx #0
.loop	lda Data5_16,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_35
	DELAY 12
	rts
Data5_16	hex d0 d5 da df e4 e9 ee f3

Routine5_17 SUBROUTINE	; number 17
	ldx #1
.loop	lda Data5_17,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_2
	DELAY 13
	rts
Data5_17	hex dd e2 e7 ec f1 f6 fb 00

Routine5_18 SUBROUTINE	; number 18
	ldx #2
.loop	lda Data5_18,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_9
	DELAY 5
	rts
Data5_18	hex ea ef f4 f9 fe 03 08 0d

Routine5_19 SUBROUTINE	; number 19
	ldx #3
.loop	lda Data5_19,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_16
	DELAY 6
	rts
Data5_19	hex f7 fc 01 06 0b 10 15 1a

Routine5_20 SUBROUTINE	; number 20
	ldx #4
.loop	lda Data5_20,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_23
	DELAY 7
	rts
Data5_20	hex 04 09 0e 13 18 1d 22 27

Routine5_21 SUBROUTINE	; number 21
	ldx #5
.loop	lda Data5_21,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_30
	DELAY 8
	rts
Data5_21	hex 11 16 1b 20 25 2a 2f 34

Routine5_22 SUBROUTINE	; number 22
	ldx #6
.loop	lda Data5_22,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_37
	DELAY 9
	rts
Data5_22	hex 1e 23 28 2d 32 37 3c 41

Routine5_23 SUBROUTINE	; number 23
	ldx #7
.loop	lda Data5_23,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_4
	DELAY 10
	rts
Data5_23	hex 2b 30 35 3a 3f 44 49 4e

Routine5_24 SUBROUTINE	; number 24
	ldx #0
.loop	lda Data5_24,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_11
	DELAY 11
	rts
Data5_24	hex 38 3d 42 47 4c 51 56 5b

Routine5_25 SUBROUTINE	; number 25
	ldx #1
.loop	lda Data5_25,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_18
	DELAY 12
	rts
Data5_25	hex 45 4a 4f 54 59 5e 63 68

Routine5_26 SUBROUTINE	; number 26
	ldx #2
.loop	lda Data5_26,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_25
	DELAY 13
	rts
Data5_26	hex 52 57 5c 61 66 6b 70 75

Routine5_27 SUBROUTINE	; number 27
	ldx #3
.loop	lda Data5_27,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_32
	DELAY 5
	rts
Data5_27	hex 5f 64 69 6e 73 78 7d 82

Routine5_28 SUBROUTINE	; number 28
	ldx #4
.loop	lda Data5_28,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_39
	DELAY 6
	rts
Data5_28	hex 6c 71 76 7b 80 85 8a 8f

Routine5_29 SUBROUTINE	; number 29
	ldx #5
.loop	lda Data5_29,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_6
	DELAY 7
	rts
Data5_29	hex 79 7e 83 88 8d 92 97 9c

Routine5_30 SUBROUTINE	; number 30
	ldx #6
.loop	lda Data5_30,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_13
	DELAY 8
	rts
Data5_30	hex 86 8b 90 95 9a 9f a4 a9

Routine5_31 SUBROUTINE	; number 31
	ldx #7
.loop	lda Data5_31,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_20
	DELAY 9
	rts
Data5_31	hex 93 98 9d a2 a7 ac b1 b6

Routine5_32 SUBROUTINE	; number 32
	ldx #0
.loop	lda Data5_32,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_27
	DELAY 10
	rts
Data5_32	hex a0 a5 aa af b4 b9 be c3

Routine5_33 SUBROUTINE	; number 33
	ldx #1
.loop	lda Data5_33,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_34
	DELAY 11
	rts
Data5_33	hex ad b2 b7 bc c1 c6 cb d0

Routine5_34 SUBROUTINE	; number 34
	ldx #2
.loop	lda Data5_34,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_1
	DELAY 12
	rts
Data5_34	hex ba bf c4 c9 ce d3 d8 dd

Routine5_35 SUBROUTINE	; number 35
	ldx #3
.loop	lda Data5_35,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_8
	DELAY 13
	rts
Data5_35	hex c7 cc d1 d6 db e0 e5 ea

Routine5_36 SUBROUTINE	; number 36
	ldx #4
.loop	lda Data5_36,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_15
	DELAY 5
	rts
Data5_36	hex d4 d9 de e3 e8 ed f2 f7

Routine5_37 SUBROUTINE	; number 37
	ldx #5
.loop	lda Data5_37,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_22
	DELAY 6
	rts
Data5_37	hex e1 e6 eb f0 f5 fa ff 04

Routine5_38 SUBROUTINE	; number 38
	ldx #6
.loop	lda Data5_38,x
	sta first,x
	dex
	bpl .loop
	jsr Routine5_29
	DELAY 7
	rts
Data5_38	hex ee f3 f8 fd 02 07 0c 11

Routine5_39 SUBROUTINE	; number 39
	ldx #7
.loop	lda Data5_39,x
	sta first,x
	dex
	bpl .loop
	if >.loop != >.
	nop
	endif
	jsr Routine5_36
	DELAY 8
	rts
Data5_39	hex fb 00 05 0a 0f 14 19 1e
