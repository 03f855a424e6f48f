        seg.u variables
        org $80
lives   ds 1                    ; lives left
colors  ds 2                    ; colors of the sky and the ship
