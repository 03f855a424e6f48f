; exit 39
; error Internal error in operator function table
; A binary operator after the stack is full ends the run.
        processor 6502
        org 0
        byte [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1+2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
