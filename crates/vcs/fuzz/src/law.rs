//! Compares the fast path with a cycle-by-cycle run, on random programs.

use super::{compare_paths_for_a_frame, input, machine};
use vcs::{
    fast::{Recurring, Scanner, VideoChip},
    television::Television,
    tia::{Revision, Tia},
};

/// Number of pictures for which [`run_tia_actions`] runs the actions. Most lines of the later
/// pictures are equal to lines of the first.
const PICTURES: usize = 3;
/// Number of cycles in a scanline.
const LINE_CYCLES: u32 = 76;
/// Number of writable registers. In the fuzz input, a register number that is not lower than this
/// stands for a read or for `Settle`.
const REGISTERS: u8 = 0x2d;
/// Limits for the number of actions and the number of lines per picture, so that each picture ends.
const MAX_ACTIONS: usize = 256;
const MAX_LINES: u32 = 100;

/// Interprets the bytes as actions on the TIA or as a program for a whole console, depending on the
/// first byte, and runs them.
pub fn law(bytes: &[u8]) {
    match bytes.split_first() {
        Some((0..128, bytes)) => run_tia_actions(bytes),
        Some((_, bytes)) => run_console_program(bytes),
        None => {}
    }
}

/// An action at the end of a bus cycle. `Settle` brings the scanners up to date and compares them
/// with the reference chip.
#[derive(Clone, Copy)]
enum Action {
    Write(u8, u8),
    Read(u8),
    Settle,
}

/// Runs actions on three versions of the TIA, and checks that their results are equal. The first
/// version is the reference chip, which runs clock by clock. The others are scanners, which compute
/// many clocks in one step. The second scanner also recalls lines: it copies lines that it has
/// already computed. The results are compared at each read, at each `Settle`, and at the end.
///
/// Three bytes describe an action: the cycles to wait, a register, and a value. The actions are
/// repeated for each picture. Before each repetition, one bit of one write is flipped; the first
/// byte of the input selects the write and the bit.
fn run_tia_actions(bytes: &[u8]) {
    let Some((&selector, bytes)) = bytes.split_first() else {
        return;
    };
    let mut actions = parse_actions(bytes);
    let mut chip = Tia::new(Revision::default());
    let mut scanner = Scanner::new(chip.clone());
    let mut recurring = Recurring::eager(chip.clone());
    let mut televisions = [(); 3].map(|()| Television::default());
    let [plain, scanned, recalled] = &mut televisions;
    for _ in 0..PICTURES {
        for (clocks, action) in &actions {
            (0..*clocks).for_each(|_| chip.run(1, plain));
            scanner.run(*clocks, scanned);
            recurring.run(*clocks, recalled);
            match *action {
                Action::Write(register, data) => {
                    chip.write(register, data);
                    scanner.write(register, data, scanned);
                    recurring.write(register, data, recalled);
                }
                Action::Read(register) => {
                    let read = chip.read(register, 0);
                    assert_eq!(
                        scanner.read(register, 0),
                        read,
                        "a read differs after scanned lines"
                    );
                    let other = recurring.read(register, 0, recalled);
                    assert_eq!(other, read, "a read differs after recalled lines");
                }
                Action::Settle => {
                    assert!(
                        *scanner.settle(scanned) == chip,
                        "the chip differs after scanned lines"
                    );
                    assert!(
                        *recurring.settle(recalled) == chip,
                        "the chip differs after recalled lines"
                    );
                }
            }
        }
        let at = usize::from(selector) % actions.len().max(1);
        if let Some((_, Action::Write(_, data))) = actions.get_mut(at) {
            *data ^= 1 << (selector & 7);
        }
    }
    assert!(
        *scanner.settle(scanned) == chip,
        "the chip differs at the end of scanned lines"
    );
    assert!(
        *recurring.settle(recalled) == chip,
        "the chip differs at the end of recalled lines"
    );
    assert!(scanned == plain, "the picture of scanned lines differs");
    assert!(recalled == plain, "the picture of recalled lines differs");
}

/// Decodes the actions of a picture, each with the number of color clocks to run before it. Adds a
/// write without effect as the last action, at the end of a line, so that the picture ends there.
fn parse_actions(bytes: &[u8]) -> Vec<(u32, Action)> {
    let mut actions = Vec::new();
    let mut cycle = 0;
    for triple in bytes.chunks_exact(3).take(MAX_ACTIONS) {
        let [wait, register, data] = [triple[0], triple[1], triple[2]];
        let cycles = match wait {
            // Wait until a certain cycle of the next line.
            0x80.. => LINE_CYCLES - (cycle % LINE_CYCLES) + u32::from(wait & 0x7f) % LINE_CYCLES,
            _ => u32::from(wait % 32),
        } + 1;
        cycle += cycles;
        if cycle > MAX_LINES * LINE_CYCLES {
            break;
        }
        let action = match register % 0x40 {
            register @ ..REGISTERS => Action::Write(register, data),
            0x3f => Action::Settle,
            register => Action::Read(register & 7),
        };
        actions.push((3 * cycles, action));
    }
    let remaining = LINE_CYCLES - cycle % LINE_CYCLES;
    actions.push((3 * remaining, Action::Write(0x3f, 0)));
    actions
}

/// Runs a program on a console. The bytes contain a seed (eight bytes), an input (one byte), eight
/// pairs of a TIA register and a value, and a program of up to 4 KiB. Writes the registers, and
/// runs two frames of the program. Then runs a third frame in both ways, cycle by cycle and on the
/// fast path, and compares the results.
fn run_console_program(bytes: &[u8]) {
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
    // After these two frames, lines of the third can be recalled instead of computed.
    machine.frame();
    machine.frame();
    compare_paths_for_a_frame(machine);
}
