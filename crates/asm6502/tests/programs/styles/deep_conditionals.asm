	processor 6502
	include "vcs.h"
	include "macro.h"
 org $f000
 if 0
 lda #0
 if 1
 lda #1
 if 2
 lda #2
 if 3
 lda #3
 if 4
 lda #4
 if 5
 lda #5
 if 6
 lda #6
 if 7
 lda #7
 if 8
 lda #8
 if 9
 lda #9
 if 10
 lda #10
 if 11
 lda #11
 if 12
 lda #12
 if 13
 lda #13
 if 14
 lda #14
 if 15
 lda #15
 if 16
 lda #16
 if 17
 lda #17
 if 18
 lda #18
 if 19
 lda #19
 if 20
 lda #20
 if 21
 lda #21
 if 22
 lda #22
 if 23
 lda #23
 if 24
 lda #24
 if 25
 lda #25
 if 26
 lda #26
 if 27
 lda #27
 if 28
 lda #28
 if 29
 lda #29
 if 30
 lda #30
 if 31
 lda #31
 if 32
 lda #32
 if 33
 lda #33
 if 34
 lda #34
 if 35
 lda #35
 if 36
 lda #36
 if 37
 lda #37
 if 38
 lda #38
 if 39
 lda #39
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 endif
 nop
 endif
 nop
 else
 nop
