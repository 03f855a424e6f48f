; exit 38
; error Recursion too deep in doop()
; The operators of an EQM text count together with the operators around its use.
        processor 6502
        org 0
e       eqm --------------------1
        byte ------------e
        byte -------------e
