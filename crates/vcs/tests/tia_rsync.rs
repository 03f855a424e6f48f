//! Tests RSYNC while objects are being drawn: how far the shortened line moves the objects, and how
//! many lines the television counts.

use vcs::{
    Cartridge, Machine, PowerOn, PowerOnState,
    fast::Scanner,
    television::Television,
    tia::{Tia, registers::write::*},
};

const LINE_CLOCKS: u32 = 228;
const LINE_PIXELS: u8 = 160;

/// A TIA: the chip itself, or the scanner that imitates it.
trait Chip {
    fn run(&mut self, clocks: u32, television: &mut Television);
    fn write(&mut self, register: u8, data: u8, television: &mut Television);
    /// Sends all finished lines to the television. Returns the number of lines it has received.
    fn lines(&mut self, television: &mut Television) -> usize;
}

impl Chip for Tia {
    fn run(&mut self, clocks: u32, television: &mut Television) {
        self.run(clocks, television);
    }

    fn write(&mut self, register: u8, data: u8, _: &mut Television) {
        self.write(register, data);
    }

    fn lines(&mut self, television: &mut Television) -> usize {
        television.lines()
    }
}

impl Chip for Scanner {
    fn run(&mut self, clocks: u32, television: &mut Television) {
        self.run(clocks, television);
    }

    fn write(&mut self, register: u8, data: u8, television: &mut Television) {
        self.write(register, data, television);
    }

    fn lines(&mut self, television: &mut Television) -> usize {
        self.settle(television);
        television.lines()
    }
}

/// Returns the position, in the last line, of an object that is one pixel wide.
fn position(television: &Television) -> u8 {
    let line = television.previous_line();
    line.iter()
        .position(|color| *color == 0x0e)
        .expect("an object") as u8
}

/// Returns, for each object, the number of pixels by which a line of `clocks` clocks moves it left.
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
            chip.run(2 * LINE_CLOCKS - 120, television);
            let before = position(television);
            // The write's cycle ends three clocks before the line does.
            chip.run(clocks - 3, television);
            chip.write(RSYNC, 0, television);
            chip.run(3 + 2 * LINE_CLOCKS, television);
            let after = position(television);
            chip.write(show, 0, television);
            chip.run(LINE_CLOCKS, television);
            (before + LINE_PIXELS - after) % LINE_PIXELS
        })
        .collect()
}

/// The expected values were measured on the netlist.
#[test]
fn a_line_cut_by_rsync_moves_the_objects_left() {
    for (clocks, shift) in [(66, 0), (69, 0), (72, 4), (75, 7), (96, 28), (225, 157)] {
        let mut scanner = Scanner::new(Tia::default());
        assert_eq!(
            shifts(&mut Tia::default(), clocks),
            [shift; 3],
            "{clocks} clocks"
        );
        assert_eq!(shifts(&mut scanner, clocks), [shift; 3], "{clocks} clocks");
    }
}

/// The expected values were measured on the netlist.
#[test]
fn rsync_in_a_lines_last_cycle_makes_that_line_longer() {
    for clocks in [225, 228, 231] {
        for (chip, lines) in [
            ("the chip", lines_with_rsync(&mut Tia::default(), clocks)),
            (
                "the scanner",
                lines_with_rsync(&mut Scanner::new(Tia::default()), clocks),
            ),
        ] {
            assert_eq!(lines, 2, "{chip}: RSYNC lands after {clocks} clocks");
        }
    }
}

fn lines_with_rsync(chip: &mut impl Chip, clocks: u32) -> usize {
    let television = &mut Television::default();
    chip.run(clocks - 3, television);
    chip.write(RSYNC, 0, television);
    chip.run(3 + LINE_CLOCKS, television);
    chip.lines(television)
}

/// Returns a program that first clears the zero page from $FF down, which also strobes RSYNC and
/// WSYNC. Then it draws frames with a player, a missile and the ball at the resulting positions.
fn clearing_program() -> Vec<u8> {
    let mut code = vec![0xa2, 0xff, 0x9a, 0xa9, 0x00]; // ldx #$ff: txs: lda #0
    code.extend([0x95, 0x00, 0xca, 0xd0, 0xfb]); // clear: sta $00,x: dex: bne clear
    // A second loop clears the page upward, and so strobes RSYNC at another clock of the line.
    code.extend([0x95, 0x00, 0xe8, 0xd0, 0xfb]); // sta $00,x: inx: bne
    for (register, data) in [
        (COLUP0, 0x42),
        (COLUP1, 0x84),
        (COLUPF, 0xc6),
        (NUSIZ0, 0x15),
        (GRP0, 0xa7),
        (ENAM1, 2),
        (ENABL, 2),
        (AUDC0, 8),
        (AUDV0, 7),
    ] {
        code.extend([0xa9, data, 0x85, register]);
    }
    let frame = 0xf000 + code.len() as u16;
    code.extend([0xa9, 0x02, 0x85, WSYNC, 0x85, VSYNC]); // lda #2: sta WSYNC: sta VSYNC
    code.extend([0x85, WSYNC, 0x85, WSYNC, 0x85, WSYNC]);
    code.extend([0xa9, 0x00, 0x85, VSYNC, 0xa0, 0x60]); // lda #0: sta VSYNC: ldy #96
    // RSYNC in every fourth line.
    code.extend([0x85, WSYNC, 0x98, 0x29, 0x03]); // line: sta WSYNC: tya: and #3
    code.extend([0xd0, 0x02, 0x85, RSYNC]); // bne over: sta RSYNC
    code.extend([0x88, 0xd0, 0xf4, 0x4c]); // dey: bne line: jmp frame
    code.extend(frame.to_le_bytes());
    let mut image = vec![0; 0x1000];
    image[..code.len()].copy_from_slice(&code);
    image[0xffc..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    image
}

#[test]
fn chip_and_machine_agree_on_a_program_that_clears_page_zero() {
    let cartridge = Cartridge::from_image(&clearing_program()).expect("4 KiB");
    let power_on = PowerOn {
        state: PowerOnState::Zero,
        seed: 0,
    };
    let mut by_frames = Machine::new(cartridge.clone(), power_on);
    // The chip itself runs cycle by cycle and receives the writes from the bus of another machine.
    let mut by_cycles = Machine::new(cartridge, power_on);
    let (mut tia, mut television) = (Tia::default(), Television::default());
    let mut strobes = 0;
    for number in 1..=6 {
        while television.frames() < number {
            let cycle = by_cycles.cycle();
            tia.run(3, &mut television);
            if cycle.write && cycle.address & 0x1080 == 0 {
                let register = (cycle.address & 0x3f) as u8;
                strobes += usize::from(register == RSYNC);
                tia.write(register, cycle.data);
            }
        }
        let frame = by_frames.frame();
        assert_eq!(frame, television.frame(), "frame {number}");
        let colors = [0x42, 0x84, 0xc6];
        let shown = colors.map(|color| frame.pixels.contains(&color));
        assert!(
            number < 3 || shown == [true; 3],
            "frame {number}: {shown:?}"
        );
    }
    assert!(strobes > 100, "{strobes} strobes of RSYNC");
}

/// Hardware notes: the audio clocks are decoded from the horizontal counter.
#[test]
fn rsync_restarts_the_audio_clocks() {
    for clocks in [69, 102, 225] {
        let (mut tia, mut television) = (Tia::default(), Television::default());
        // The highest tone: its level changes twice per line.
        for (register, data) in [(AUDC0, 4), (AUDF0, 0), (AUDV0, 1)] {
            tia.write(register, data);
        }
        tia.run(4 * LINE_CLOCKS + clocks - 3, &mut television);
        tia.write(RSYNC, 0);
        tia.run(3, &mut television);
        let mut level = tia.audio_levels();
        let mut changes = Vec::new();
        for clock in 0..2 * LINE_CLOCKS {
            tia.run(1, &mut television);
            if tia.audio_levels() != level {
                level = tia.audio_levels();
                changes.push(clock);
            }
        }
        assert_eq!(
            changes,
            [40, 152, LINE_CLOCKS + 40, LINE_CLOCKS + 152],
            "{clocks} clocks"
        );
    }
}
