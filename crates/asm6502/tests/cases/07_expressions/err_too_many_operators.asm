; exit 38
; error Recursion too deep in doop()
; If 32 operators are already pending, another prefix operator ends the run.
        processor 6502
        org 0
        byte ---------------------------------1
