//! Tests that the chip gives the same results with and without stored lines, whatever lines came
//! before.
//!
//! The test programs repeat a picture of a few lines with small changes, such as a different clock
//! or bit. In the middle of a line, they read collisions, strobe all registers, copy the chip, and
//! *settle* it, that is, bring all of its fields up to the current clock.

use super::Recurring;
use crate::{
    bus::VideoChip,
    random::Rng,
    television::Television,
    tia::{
        Revision, Tia,
        inputs::{Pin, Pins},
        registers::write::*,
    },
};

/// Number of cycles in a line.
const CYCLES: u32 = 76;
/// Number of lines in a picture, not counting its first line.
const LINES: usize = 24;
/// Number of pictures in a program.
const PICTURES: usize = 24;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Act {
    Write(u8, u8),
    Read(u8),
    Pins(u8),
    Settle,
    Copy,
}

/// The actions in a line, each with the cycle at whose end it happens.
type Line = Vec<(u32, Act)>;

fn below(random: &mut Rng, limit: u8) -> u8 {
    ((u16::from(random.byte()) * u16::from(limit)) >> 8) as u8
}

/// Returns a random cycle of a line, often one of the last four.
fn cycle(random: &mut Rng) -> u32 {
    match below(random, 5) {
        0 => CYCLES - u32::from(below(random, 4)),
        _ => u32::from(below(random, CYCLES as u8)) + 1,
    }
}

/// Returns a random write, usually to a register that shows something, moves something or clears
/// the latches.
fn write(random: &mut Rng) -> Act {
    let register = match below(random, 12) {
        0 => HMOVE,
        1 => CXCLR,
        2 => RESP0 + below(random, 5),
        3 => NUSIZ0 + below(random, 2),
        4 => GRP0 + below(random, 5),
        5 => PF0 + below(random, 3),
        6 => COLUP0 + below(random, 4),
        7 => HMP0 + below(random, 5),
        _ => NUSIZ0 + below(random, 0x29),
    };
    Act::Write(register, random.byte())
}

fn line(random: &mut Rng) -> Line {
    let mut line: Line = (0..below(random, 9))
        .map(|_| {
            let act = match below(random, 8) {
                0 => Act::Read(below(random, 8)),
                _ => write(random),
            };
            (cycle(random), act)
        })
        .collect();
    line.sort_by_key(|(cycle, _)| *cycle);
    line.dedup_by_key(|(cycle, _)| *cycle);
    line
}

/// Returns a line that sets most registers and places all objects, so that each picture begins in
/// the same state.
fn first_line(random: &mut Rng) -> Line {
    let registers = [
        NUSIZ0, NUSIZ1, GRP0, GRP1, ENAM0, ENAM1, ENABL, CTRLPF, PF1, HMCLR, VDELP0,
    ];
    let resets = [RESP0, RESP1, RESM0, RESM1, RESBL, RESMP0, CXCLR];
    let acts = registers.iter().chain(&resets).enumerate();
    acts.map(|(at, register)| {
        (
            4 * at as u32 + 1,
            Act::Write(*register, random.byte() & 0xfd),
        )
    })
    .collect()
}

/// Changes a line: changes the cycle of an act, or a bit of its data or register, or adds or
/// removes an act.
fn change(line: &mut Line, random: &mut Rng) {
    let at = usize::from(below(random, line.len().max(1) as u8));
    match (below(random, 9), line.get_mut(at)) {
        (0, Some((cycle, _))) if *cycle < CYCLES => *cycle += 1,
        (1, Some((_, Act::Write(_, data)))) => *data ^= 1 << below(random, 8),
        (2, Some((_, Act::Write(register, _)))) => *register ^= 1 << below(random, 6),
        (3, Some(_)) => drop(line.remove(at)),
        (4, _) => line.push((cycle(random), Act::Read(below(random, 16)))),
        (5, _) => line.push((cycle(random), Act::Pins(random.byte()))),
        (6, _) => line.push((cycle(random), Act::Settle)),
        (7, _) => line.push((cycle(random), Act::Copy)),
        _ => line.push((
            cycle(random),
            Act::Write(below(random, 0x2d), random.byte()),
        )),
    }
    line.sort_by_key(|(cycle, _)| *cycle);
}

/// Returns a program that repeats a picture, each time with up to three changes, some of which
/// remain in later pictures.
fn program(random: &mut Rng) -> Vec<Line> {
    let lines: Vec<Line> = (0..5).map(|_| line(random)).collect();
    let mut picture = vec![first_line(random)];
    picture.extend((0..LINES).map(|_| lines[usize::from(below(random, 5))].clone()));
    picture[2].insert(0, (0, Act::Write(VSYNC, 2)));
    picture[5].insert(0, (0, Act::Write(VSYNC, 0)));
    let mut program = Vec::new();
    for _ in 0..PICTURES {
        let mut changed = picture.clone();
        for _ in 0..below(random, 4) {
            change(
                &mut changed[usize::from(below(random, LINES as u8)) + 1],
                random,
            );
        }
        if below(random, 4) == 0 {
            picture = changed.clone();
        }
        if below(random, 4) == 0 {
            let first = usize::from(below(random, LINES as u8 - 6)) + 2;
            changed[first].insert(0, (0, Act::Write(VBLANK, 2)));
            changed[first + 3].insert(0, (0, Act::Write(VBLANK, 0)));
        }
        program.extend(changed);
    }
    program
}

fn pins(byte: u8) -> Pins {
    let pot = [Pin::Open, Pin::Grounded, Pin::Charged(700_000)][usize::from(byte % 3)];
    Pins {
        pots: [pot; 4],
        triggers: [byte & 0x80 != 0, byte & 0x40 != 0],
    }
}

/// The results of a program's reads, and its copies of the chip.
#[derive(PartialEq, Default)]
struct Results {
    reads: Vec<u8>,
    copies: Vec<(Tia, Television)>,
}

/// Runs a program.
fn run<V: VideoChip>(program: &[Line], video: &mut V, television: &mut Television) -> Results {
    let mut results = Results::default();
    let (mut reached, mut line_start) = (0, 0);
    for line in program {
        for (cycle, act) in line {
            let now = line_start + u64::from(*cycle);
            if now > reached {
                video.run(3 * (now - reached) as u32, television);
                reached = now;
            }
            match *act {
                Act::Write(register, data) => video.write(register, data, television),
                Act::Read(register) => results.reads.push(video.read(register, 0, television)),
                Act::Pins(byte) => {
                    video.settle(television);
                    video.set_inputs(pins(byte));
                }
                Act::Settle => drop(video.settle(television).clone()),
                Act::Copy => {
                    let mut shown = television.clone();
                    let mut copy = video.copy(&mut shown);
                    let clocks = results.copies.len() as u32 % 3 * 50;
                    if clocks > 0 {
                        copy.run(clocks, &mut shown);
                    }
                    results
                        .copies
                        .push((copy.settle(&mut shown).clone(), shown));
                }
            }
        }
        line_start += u64::from(CYCLES);
    }
    if line_start > reached {
        video.run(3 * (line_start - reached) as u32, television);
    }
    results
}

/// Checks that a program gives the same results with and without stored lines. Returns how many
/// lines were recalled.
fn check_program(program: &[Line], tia: &Tia, name: &str) -> u64 {
    let (mut reference, mut reference_television) = (tia.clone(), Television::default());
    let expected = run(program, &mut reference, &mut reference_television);
    let (mut recurring, mut television) = (Recurring::eager(tia.clone()), Television::default());
    let results = run(program, &mut recurring, &mut television);
    assert!(results.reads == expected.reads, "{name}: the reads differ");
    assert!(results == expected, "{name}: the copies differ");
    let chip = recurring.settle(&mut television);
    assert!(*chip == reference, "{name}: the chips differ");
    assert!(
        television == reference_television,
        "{name}: the televisions differ"
    );
    recurring.recalled_lines
}

/// Checks that many programs give the same results with and without stored lines. Returns the
/// fraction of lines that were recalled.
fn check_programs(seeds: std::ops::Range<u64>, revision: impl Fn(&mut Rng) -> Revision) -> f64 {
    let (mut recalled, mut lines) = (0, 0);
    for seed in seeds {
        let mut random = Rng::new(seed);
        let program = program(&mut random);
        let tia = Tia::new(revision(&mut random));
        recalled += check_program(&program, &tia, &format!("seed {seed}"));
        lines += program.len();
    }
    recalled as f64 / lines as f64
}

#[test]
fn recurring_lines_give_the_same_results_as_without_stored_lines() {
    let recalled = check_programs(0..400, |_| Revision::default());
    assert!(
        recalled > 0.3,
        "only {recalled:.2} of all lines are recalled"
    );
}

/// In lines that recur, writes to VBLANK are noted like any other writes.
#[test]
fn lines_with_writes_to_vblank_give_the_same_results() {
    let mut recalled = 0;
    for seed in 0..60 {
        let mut program = program(&mut Rng::new(seed));
        for (_, act) in program.iter_mut().flatten() {
            if let Act::Write(PF0 | COLUPF | COLUBK, data) = *act {
                *act = Act::Write(VBLANK, data);
            }
        }
        recalled += check_program(&program, &Tia::default(), &format!("blanks {seed}"));
    }
    assert!(recalled > 6_000, "only {recalled} lines are recalled");
}

/// A line can be stored although it only repeats the previous line. It must be stored with the
/// collision latches that the previous line sets.
#[test]
fn a_stored_line_that_repeats_the_previous_one_has_its_latches() {
    check_programs(644..645, |_| Revision::default());
}

/// WSYNC halts the processor until the first clock of the next line has passed.
#[test]
fn rdy_is_held_at_a_write_at_the_start_of_a_line() {
    let write = |cycle, register, data| (cycle, Act::Write(register, data));
    let line = vec![
        write(20, COLUBK, 0x84),
        write(60, WSYNC, 0),
        write(CYCLES, COLUBK, 0x2e),
    ];
    let mut program = vec![line; 2 * LINES];
    program[0].insert(0, write(1, VSYNC, 2));
    program[3].insert(0, write(1, VSYNC, 0));
    program[2 * LINES - 3].push((CYCLES, Act::Copy));
    program[2 * LINES - 1].push((CYCLES, Act::Settle));
    let recalled = check_program(&program, &Tia::default(), "WSYNC");
    assert!(recalled > LINES as u64, "{recalled} lines are recalled");
}

/// The scanner may wait even if it has never run a line itself. It never runs one in this test:
/// HMOVE never stops, and on this revision its pulses swallow clocks, so the model of the chip runs
/// every clock.
#[test]
fn a_scanner_that_has_run_no_line_can_wait() {
    let mut tia = Tia::new(Revision {
        visible_hmove_swallows_clock: 31,
        ..Revision::COMMON
    });
    (tia.hmove.moving, tia.hmove.extra[0]) = (1, 5);
    let write = |cycle, register, data| (cycle, Act::Write(register, data));
    let line = vec![write(20, COLUBK, 0x84), write(60, WSYNC, 0)];
    // After 160 lines, each object is back at its old position.
    let mut program = vec![line; 4 * 160];
    program[0].insert(0, write(1, VSYNC, 2));
    program[3].insert(0, write(1, VSYNC, 0));
    for (number, line) in program.iter_mut().enumerate() {
        line.insert(line.len() - 1, write(40, AUDV0, number as u8 & 15));
    }
    let recalled = check_program(&program, &tia, "at rest");
    assert!(recalled > 80, "{recalled} lines are recalled");
}

#[test]
#[ignore = "10,000 programs take minutes"]
fn full_recurring_lines_give_the_same_results_as_without_stored_lines() {
    check_programs(400..10_400, |_| Revision::default());
}

#[test]
fn lines_on_other_revisions_give_the_same_results() {
    let odd = |random: &mut Rng| Revision {
        late_hmove_loses_pulse: below(random, 32),
        reset_loses_motion_pulse: below(random, 32),
        late_vdel_copy: below(random, 2) * 31,
        pf_delay: 2 + below(random, 2),
        colupf_delay: below(random, 2),
        vdel_delay: below(random, 2),
        collision_read_delay: below(random, 2),
        ..Revision::COMMON
    };
    let recalled = check_programs(0..200, odd);
    assert!(
        recalled > 0.2,
        "only {recalled:.2} of all lines are recalled"
    );
}
