// Runs the RIOT cycle by cycle. For each cycle, standard input has five bytes: flags (1 the chip is
// selected, 2 a write, 4 the RAM, 8 reset), address lines A6-A0, data, pins of port A, and pins of
// port B; standard output has two bytes, the data lines before and after the chip's clock, which is
// in the middle of the cycle.
#include "Chip.h"
#include "verilated.h"
#include <cstdint>
#include <cstdio>

static Chip chip;

static void clock_edge() {
    chip.clk = 0;
    chip.eval();
    chip.clk = 1;
    chip.eval();
}

int main() {
    uint8_t in[5];
    while (std::fread(in, sizeof in, 1, stdin) == 1) {
        chip.CS1 = in[0] & 1;
        chip.CS2_n = 0;
        chip.RW_n = !(in[0] & 2);
        chip.RS_n = !(in[0] & 4);
        chip.addr = in[1];
        chip.d_in = in[2];
        chip.PA_in = in[3];
        chip.PB_in = in[4];
        chip.res_n = !(in[0] & 8);
        uint8_t out[2];
        chip.ce = 0;
        clock_edge();
        out[0] = chip.d_out;
        chip.ce = 1;
        clock_edge();
        chip.ce = 0;
        clock_edge();
        out[1] = chip.d_out;
        std::fwrite(out, sizeof out, 1, stdout);
    }
}
