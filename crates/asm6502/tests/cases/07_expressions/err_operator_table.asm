; exit 39
; error Internal error in operator function table
; A binary operator beyond a full stack.
        processor 6502
        org 0
        byte [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1+2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
