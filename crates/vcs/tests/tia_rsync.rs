//! RSYNC while objects are drawn: how far a cut line moves them, and what the television counts.

use vcs::{
    fast::Scanner,
    television::Television,
    tia::{Tia, registers::write::*},
};

const LINE: u32 = 228;
const PIXELS: u8 = 160;

/// Runs, with the chip itself or the scanner.
trait Chip {
    fn run(&mut self, clocks: u32, television: &mut Television);
    fn write(&mut self, register: u8, data: u8, television: &mut Television);
}

impl Chip for Tia {
    fn run(&mut self, clocks: u32, television: &mut Television) {
        self.run(clocks, television);
    }

    fn write(&mut self, register: u8, data: u8, _: &mut Television) {
        self.write(register, data);
    }
}

impl Chip for Scanner {
    fn run(&mut self, clocks: u32, television: &mut Television) {
        self.run(clocks, television);
    }

    fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        self.write(register, data, television);
    }
}

/// The pixel at which an object of one pixel is shown in the last line.
fn position(television: &Television) -> u8 {
    let line = television.line_before();
    line.iter()
        .position(|color| *color == 0x0e)
        .expect("an object") as u8
}

/// Pixels by which a line of this many clocks moves each of the objects to the left.
fn shifts(chip: &mut impl Chip, clocks: u32) -> Vec<u8> {
    let objects = [(RESP0, GRP0, 0x80), (RESM1, ENAM1, 2), (RESBL, ENABL, 2)];
    objects
        .into_iter()
        .map(|(reset, show, data)| {
            let television = &mut Television::default();
            for (register, value) in [(COLUP0, 0x0e), (COLUP1, 0x0e), (COLUPF, 0x0e), (show, data)]
            {
                chip.write(register, value, television);
            }
            chip.run(120, television);
            chip.write(reset, 0, television);
            chip.run(2 * LINE - 120, television);
            let before = position(television);
            // The write's cycle ends three clocks before the line does.
            chip.run(clocks - 3, television);
            chip.write(RSYNC, 0, television);
            chip.run(3 + 2 * LINE, television);
            let after = position(television);
            chip.write(show, 0, television);
            chip.run(LINE, television);
            (before + PIXELS - after) % PIXELS
        })
        .collect()
}

/// Netlist.
#[test]
fn a_cut_line_moves_the_objects_by_its_visible_clocks_but_one() {
    for (clocks, shift) in [(66, 0), (69, 0), (72, 4), (75, 7), (96, 28), (225, 157)] {
        let mut scanner = Scanner::default();
        assert_eq!(
            shifts(&mut Tia::default(), clocks),
            [shift; 3],
            "{clocks} clocks"
        );
        assert_eq!(shifts(&mut scanner, clocks), [shift; 3], "{clocks} clocks");
    }
}

/// Netlist.
#[test]
fn rsync_in_a_lines_last_cycle_makes_that_line_longer() {
    for clocks in [225, 228, 231] {
        let (mut tia, mut television) = (Tia::default(), Television::default());
        tia.run(clocks - 3, &mut television);
        tia.write(RSYNC, 0);
        tia.run(3 + LINE, &mut television);
        assert_eq!(television.lines(), 2, "RSYNC lands after {clocks} clocks");
    }
}

/// Hardware notes: the sound's clocks are decoded from the line's counter.
#[test]
fn rsync_restarts_the_clocks_of_the_sound() {
    for clocks in [69, 102, 225] {
        let (mut tia, mut television) = (Tia::default(), Television::default());
        // A tone whose level changes in each second half step.
        for (register, data) in [(AUDC0, 4), (AUDF0, 0), (AUDV0, 1)] {
            tia.write(register, data);
        }
        tia.run(4 * LINE + clocks - 3, &mut television);
        tia.write(RSYNC, 0);
        tia.run(3, &mut television);
        let mut level = tia.audio_levels();
        let mut changes = Vec::new();
        for clock in 0..2 * LINE {
            tia.run(1, &mut television);
            if tia.audio_levels() != level {
                level = tia.audio_levels();
                changes.push(clock);
            }
        }
        assert_eq!(changes, [40, 152, LINE + 40, LINE + 152], "{clocks} clocks");
    }
}
