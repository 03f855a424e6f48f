; exit 38
; error Recursion too deep in doop()
; When 32 operators are pending, one more ends the run.
        processor 6502
        org 0
        byte ---------------------------------1
