        seg.u variables
        org $80
lives   ds 1                    ; lives left
colors  ds 2                    ; of sky and ship
