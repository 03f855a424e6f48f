; A game in two banks.
        processor 6502
        include "hardware.h"
        include "macros.h"
        include "ram.asm"
        include "bank0.asm"
        include "bank1.asm"
