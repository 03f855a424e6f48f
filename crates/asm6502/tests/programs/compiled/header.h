; Names of the program's memory
player1x = $81
missile0x = $82
player0y = $85
player0pointer = $8A
player0pointerlo = $8A
player0pointerhi = $8B
player0height = $90
 ifnconst vertical_reflect
playfield = $a4
 endif
var0 = $A4
B = $d5
b = $d5
stack1 = $f6
	MAC RETURN	; auto-return from either a regular or bankswitched module
	ifnconst bankswitch
		rts
	else
		jmp BS_return
	endif
	ENDM
 mac sleep
 SLEEP {1}
 endm
 mac pfclear
 ldx #{1}
 jsr pfpixel
 endm
