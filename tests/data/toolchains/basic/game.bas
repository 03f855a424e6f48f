 rem Counts frames and shows the count as the color of the background.
 dim frames = a
 frames = 0

main
 frames = frames + 1
 COLUBK = frames
 if joy0left then player0x = player0x - 1
 if joy0fire then gosub blink
 drawscreen
 goto main

blink
 COLUP0 = $1E
 return
