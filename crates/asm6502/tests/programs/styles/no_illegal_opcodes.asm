NO_ILLEGAL_OPCODES = 1
TIA_BASE_ADDRESS = $40
	processor 6502
	include "vcs.h"
	include "macro.h"

 ORG $F000
 CLEAN_START
 SLEEP 5
 SLEEP 7
 sta WSYNC
 sta RESP0
 lda CXM0P
 lda SWCHA
 ORG $FFFC
 .word $F000,$F000
