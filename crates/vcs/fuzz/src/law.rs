//! Compares the fast path with a cycle-by-cycle run, on random programs.

use super::{equal_frames, input, machine};
use vcs::{
    fast::{Recurring, Scanner, VideoChip},
    television::Television,
    tia::{Revision, Tia},
};

/// Number of pictures that the actions of [`tia`] draw. Most lines of the later pictures repeat
/// lines of the first.
const PICTURES: usize = 3;
/// Number of cycles in a scanline.
const LINE_CYCLES: u32 = 76;
/// Number of writable registers. In the fuzz input, register numbers from this one up stand for a
/// read or for `Settle`.
const REGISTERS: u8 = 0x2d;
/// Maximum number of actions and of lines per picture, so that each frame ends.
const MOST_ACTS: usize = 256;
const MOST_LINES: u32 = 100;

/// Runs bytes as a program, either for the TIA alone or for a whole console, depending on the first
/// byte.
pub fn law(bytes: &[u8]) {
    match bytes.split_first() {
        Some((0..128, bytes)) => tia(bytes),
        Some((_, bytes)) => console(bytes),
        None => {}
    }
}

/// An action at the end of a bus cycle. `Settle` brings the scanners up to date and compares them
/// with the chip.
#[derive(Clone, Copy)]
enum Act {
    Write(u8, u8),
    Read(u8),
    Settle,
}

/// Runs the actions given by triples of bytes: cycles to wait, a register, a value. Each picture
/// repeats the actions, with one bit of one write flipped; the first byte selects the write and the
/// bit. The reference chip runs clock by clock. Two scanners, which compute many clocks in one
/// step, are compared with the chip at each read, at each `Settle`, and at the end. The second
/// scanner also recalls lines: it copies lines that it has already computed.
fn tia(bytes: &[u8]) {
    let Some((&change, bytes)) = bytes.split_first() else {
        return;
    };
    let mut acts = acts(bytes);
    let mut chip = Tia::new(Revision::default());
    let mut scanner = Scanner::new(chip.clone());
    let mut recurring = Recurring::eager(chip.clone());
    let mut sets = [(); 3].map(|()| Television::default());
    let [plain, scanned, recalled] = &mut sets;
    for _ in 0..PICTURES {
        for (clocks, act) in &acts {
            (0..*clocks).for_each(|_| chip.run(1, plain));
            scanner.run(*clocks, scanned);
            recurring.run(*clocks, recalled);
            match *act {
                Act::Write(register, data) => {
                    chip.write(register, data);
                    scanner.write(register, data, scanned);
                    recurring.write(register, data, recalled);
                }
                Act::Read(register) => {
                    let read = chip.read(register, 0);
                    assert_eq!(
                        scanner.read(register, 0),
                        read,
                        "a read after scanned lines"
                    );
                    let other = recurring.read(register, 0, recalled);
                    assert_eq!(other, read, "a read after recalled lines");
                }
                Act::Settle => {
                    assert!(
                        *scanner.settle(scanned) == chip,
                        "the chip after scanned lines"
                    );
                    assert!(
                        *recurring.settle(recalled) == chip,
                        "the chip after recalled lines"
                    );
                }
            }
        }
        let at = usize::from(change) % acts.len().max(1);
        if let Some((_, Act::Write(_, data))) = acts.get_mut(at) {
            *data ^= 1 << (change & 7);
        }
    }
    assert!(
        *scanner.settle(scanned) == chip,
        "the chip at the end of scanned lines"
    );
    assert!(
        *recurring.settle(recalled) == chip,
        "the chip at the end of recalled lines"
    );
    assert!(scanned == plain, "the picture of scanned lines");
    assert!(recalled == plain, "the picture of recalled lines");
}

/// Decodes the actions of a picture, each with the number of color clocks to run before it. The
/// last action is a write without effect at the end of a line, where the picture ends.
fn acts(bytes: &[u8]) -> Vec<(u32, Act)> {
    let mut acts = Vec::new();
    let mut cycle = 0;
    for triple in bytes.chunks_exact(3).take(MOST_ACTS) {
        let [wait, register, data] = [triple[0], triple[1], triple[2]];
        let cycles = match wait {
            // Wait until the cycle with this number in the next line.
            0x80.. => LINE_CYCLES - (cycle % LINE_CYCLES) + u32::from(wait & 0x7f) % LINE_CYCLES,
            _ => u32::from(wait % 32),
        } + 1;
        cycle += cycles;
        if cycle > MOST_LINES * LINE_CYCLES {
            break;
        }
        let act = match register % 0x40 {
            register @ ..REGISTERS => Act::Write(register, data),
            0x3f => Act::Settle,
            register => Act::Read(register & 7),
        };
        acts.push((3 * cycles, act));
    }
    let left = LINE_CYCLES - cycle % LINE_CYCLES;
    acts.push((3 * left, Act::Write(0x3f, 0)));
    acts
}

/// Reads a seed (eight bytes), an input (one byte), eight pairs of a TIA register and a byte, and a
/// program of up to 4 KiB. Writes the registers, runs two frames of the program, and then runs a
/// third frame both ways: cycle by cycle and by the fast path.
fn console(bytes: &[u8]) {
    let Some((seed, bytes)) = bytes.split_first_chunk::<8>() else {
        return;
    };
    let Some((head, program)) = bytes.split_first_chunk::<17>() else {
        return;
    };
    let mut machine = machine(seed, program);
    machine.set_input(input(head[0]));
    for pair in head[1..].chunks_exact(2) {
        machine.poke(u16::from(pair[0] & 0x3f), pair[1]);
        for _ in 0..LINE_CYCLES / 2 {
            machine.cycle();
        }
    }
    // In the third frame, lines are recalled instead of computed.
    machine.frame();
    machine.frame();
    equal_frames(machine);
}
