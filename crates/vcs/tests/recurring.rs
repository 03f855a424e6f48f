//! Tests that a machine that reuses recurring lines produces the same results as one that computes
//! every line.
//!
//! A clone of a machine starts without stored lines, and must run about 256 lines before it stores
//! the first one. Therefore a machine that is replaced by its clone in every frame computes nearly
//! all lines.

use programs::{benchmarks, machine};
use vcs::Machine;

/// Number of frames: more than 120, because detecting the television standard needs the pixels of
/// the first 120.
const FRAMES: u32 = 150;

/// Runs frame `number`. Some frames skip pixels; after some, the machine runs on into the middle of
/// a line.
fn run_frame(machine: &mut Machine, number: u32) {
    match number % 7 {
        2 | 3 => machine.skip_frame(),
        _ => {
            machine.frame();
        }
    }
    if number.is_multiple_of(5) {
        for _ in 0..number * 31 % 20_000 {
            machine.cycle();
        }
    }
}

fn run_frames(machine: &mut Machine, count: u32) {
    for _ in 0..count {
        machine.frame();
    }
}

#[test]
fn a_machine_that_reuses_lines_equals_one_that_computes_them() {
    for (name, cartridge) in benchmarks() {
        let (mut reusing, mut computing) = (machine(&cartridge), machine(&cartridge));
        for number in 0..FRAMES {
            run_frame(&mut reusing, number);
            run_frame(&mut computing, number);
            computing = computing.clone();
            let [one, other] = [&reusing, &computing].map(|machine| machine.last_frame().hash());
            assert_eq!(one, other, "{name}: frame {number}");
            if number.is_multiple_of(5) {
                assert!(reusing.save() == computing.save(), "{name}: frame {number}");
            }
        }
    }
}

#[test]
fn a_machine_loaded_in_mid_line_continues_like_the_saved_one() {
    for (name, cartridge) in benchmarks() {
        let mut reusing = machine(&cartridge);
        run_frames(&mut reusing, 8);
        for round in 0..30 {
            for _ in 0..2_000 + round * 37 {
                reusing.cycle();
            }
            let state = reusing.save();
            let mut loaded = Machine::load(&cartridge, &state).expect("a state of this cartridge");
            assert!(loaded.save() == state, "{name}: round {round}");
            let mut copy = reusing.clone();
            for machine in [&mut reusing, &mut loaded, &mut copy] {
                machine.frame();
            }
            assert!(reusing.save() == loaded.save(), "{name}: round {round}");
            assert!(reusing.save() == copy.save(), "{name}: round {round}");
        }
    }
}

#[test]
fn a_still_picture_reuses_stored_lines_and_a_clone_starts_without_any() {
    let idle = benchmarks().into_iter().find(|(name, _)| name == "idle");
    let (_, cartridge) = idle.expect("a benchmark named idle");
    let mut machine = machine(&cartridge);
    run_frames(&mut machine, 20);
    let before = machine.recalled_lines();
    run_frames(&mut machine, 10);
    let lines = machine.recalled_lines() - before;
    assert!(lines > 2_000, "{lines} of 2,620 lines are reused");
    assert_eq!(machine.clone().recalled_lines(), 0);
}
