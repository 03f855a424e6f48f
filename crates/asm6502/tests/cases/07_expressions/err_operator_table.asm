; exit 39
; error Internal error in operator function table
; If the operator stack is already full, a binary operator ends the run.
        processor 6502
        org 0
        byte [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1+2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
