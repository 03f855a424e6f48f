/* Counts frames and shows the count as the color of the background. */
#include <atari2600.h>

unsigned char frames;

static void wait_lines(unsigned char lines) {
    while (lines) {
        TIA.wsync = 0;
        --lines;
    }
}

void main(void) {
    for (;;) {
        TIA.vsync = 2;
        wait_lines(3);
        TIA.vsync = 0;
        ++frames;
        TIA.colubk = frames;
        wait_lines(250);
    }
}
