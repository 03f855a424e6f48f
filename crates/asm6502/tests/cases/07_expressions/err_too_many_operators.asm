; exit 38
; error Recursion too deep in doop()
; With 32 operators pending, another one ends the run.
        processor 6502
        org 0
        byte ---------------------------------1
