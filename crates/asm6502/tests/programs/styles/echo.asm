	processor 6502
	include "vcs.h"
	include "macro.h"
 org $f000
 echo "x"
 echo x
x = 5
 echo x,[x]d,[x*300]d
 echo [x-10]d
 echo "a" , "b"
 echo
 echo ""
 echo 'A
 echo *,[*]d,[.-$f000]d
