; exit 38
; error Recursion too deep in doop()
; The operators in an EQM text and those in the expression that uses it share the limit of 32.
        processor 6502
        org 0
e       eqm --------------------1
        byte ------------e
        byte -------------e
