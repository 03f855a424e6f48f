; exit 5
; error Syntax Error '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1+2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]'.
; A binary operator that takes the last place on the operator stack clears the stack.
        processor 6502
        org 0
        byte [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1+2]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
