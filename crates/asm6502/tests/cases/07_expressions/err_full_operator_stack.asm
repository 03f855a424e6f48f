; exit 5
; error Syntax Error '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1+2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]'.
; A binary operator that fills the stack clears it.
        processor 6502
        org 0
        byte [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1+2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
