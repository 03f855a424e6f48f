//! Speed under the debugger, as ratios to the machine alone, and the times of ways back.
//!
//! `cargo bench -p crownhead-debugger`; a word after `--` selects programs.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../../vcs/tests/common/mod.rs"]
mod common;

use debugger::{Calls, Debugger, Program, Unit};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use vcs::{Cartridge, Machine, PowerOn};

/// Frames of a run, and runs of which the best counts.
const FRAMES: u32 = 600;
const RUNS: u32 = 5;

fn best(mut run: impl FnMut()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..RUNS).map(time).min().unwrap_or_default()
}

fn alone(cartridge: &Cartridge) -> Duration {
    best(|| {
        let mut machine = Machine::new(cartridge.clone(), PowerOn::default());
        (0..FRAMES).for_each(|_| {
            machine.frame();
        });
    })
}

fn debugged(cartridge: &Cartridge) -> Duration {
    best(|| {
        let mut debugger = Debugger::new(cartridge.clone(), Program::default(), Arc::default());
        let mut frames = 0;
        debugger.run(&mut || {
            frames += 1;
            frames == FRAMES
        });
    })
}

fn back(cartridge: &Cartridge, unit: Unit) -> Duration {
    let mut debugger = Debugger::new(cartridge.clone(), Program::default(), Arc::default());
    let mut frames = 0;
    debugger.run(&mut || {
        frames += 1;
        frames == 2 * FRAMES
    });
    let mut times: Vec<Duration> = (0..101)
        .map(|_| {
            let start = Instant::now();
            debugger.back(unit, Calls::Into, &mut || false);
            start.elapsed()
        })
        .collect();
    times.sort();
    times[50]
}

fn main() {
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    for (name, cartridge) in common::benchmarks() {
        if word
            .as_ref()
            .is_some_and(|word| !name.contains(word.as_str()))
        {
            continue;
        }
        let ratio = alone(&cartridge).as_secs_f64() / debugged(&cartridge).as_secs_f64();
        let instruction = back(&cartridge, Unit::Instruction);
        let frame = back(&cartridge, Unit::Frame);
        // The bench's own report.
        #[allow(clippy::print_stdout)]
        {
            println!(
                "{name:22} speed under the debugger {ratio:.2}; back: instruction {instruction:?}, \
                 frame {frame:?} (median)"
            );
        }
    }
}
