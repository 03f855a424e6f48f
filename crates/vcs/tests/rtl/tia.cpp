// Runs the TIA cycle by cycle. For each cycle, standard input has three bytes: an action (0
// nothing, 1 a write, 2 a read, 3 reset), the register, and data; standard output has six bytes:
// the data lines, RDY, the levels of both channels (channel 1 in the high nibble), and the colors
// of the cycle's three color clocks.
#include "Chip.h"
#include "verilated.h"
#include <cstdint>
#include <cstdio>

static Chip chip;

int main() {
    chip.cs2_n = 0;
    chip.i = 15;
    chip.i4 = chip.i5 = 1;
    chip.stabilize = 1;
    bool enabled = true;
    uint8_t in[3];
    while (std::fread(in, sizeof in, 1, stdin) == 1) {
        chip.rst = in[0] == 3;
        chip.cs0_n = in[0] != 1 && in[0] != 2;
        chip.RW_n = in[0] != 1;
        chip.addr = in[1];
        chip.d_in = in[2];
        uint8_t out[6] = {0};
        int colors = 0;
        // The clock has four edges in a color clock; the chip says where a cycle ends.
        for (int edge = 0; edge < 24; edge++) {
            enabled = !enabled;
            chip.ce = enabled;
            chip.clk = 0;
            chip.eval();
            bool ends = chip.phi1;
            if (chip.video_ce && colors < 3)
                out[3 + colors++] = chip.col << 4 | chip.lum << 1;
            out[0] = chip.d_out;
            out[1] = chip.rdy;
            out[2] = chip.aud0 | chip.aud1 << 4;
            chip.clk = 1;
            chip.eval();
            if (ends && !chip.rst)
                break;
        }
        std::fwrite(out, sizeof out, 1, stdout);
    }
}
